-- Exports are found by a field they took.
create index down_logs_fields on down_logs using gin (fields);
