-- An import looks its keys up among the deleted rows, too, under the collation of their bytes (0044).
create index courses_sn_trash on courses (sn collate "C") where deleted_at is not null;
create index teachers_name_trash on teachers (name collate "C") where deleted_at is not null;
create index subjects_name_trash on subjects (name collate "C") where deleted_at is not null;
create index faqs_question_trash on faqs (question collate "C") where deleted_at is not null;
