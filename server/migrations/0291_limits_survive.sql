-- What guards passwords, codes and cards counts on after a crash of the database, and on a standby that takes over.
alter table rate_limits set logged;
