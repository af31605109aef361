-- What imports look rows up by. A trigram index answers `=` as well, but reads the posting lists of every trigram for it: a thousand names took seconds.
create index subjects_name on subjects (name) where deleted_at is null;
create index teachers_name on teachers (name) where deleted_at is null;
