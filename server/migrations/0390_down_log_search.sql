-- Who exported, and why, is searched by keyword.
create index down_logs_operator_trgm on down_logs using gin (operator gin_trgm_ops);
create index down_logs_reason_trgm on down_logs using gin (reason gin_trgm_ops);
