-- Where a session is used from is read from its IP address; nothing ever wrote this column.
alter table user_sessions drop column address;
