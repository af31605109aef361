-- Imports look questions and the courses they belong to up by their texts, by bytes.
create index faqs_question_bytes on faqs (question collate "C") where deleted_at is null;
create index courses_title_bytes on courses (title collate "C") where deleted_at is null;
