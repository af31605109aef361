-- The last id an export by pages has handed out: the page that begins there belongs to the same row.
alter table down_logs add column max_id bigint;
