-- The newest courses are told by when they were published; those published before have the nearest time that is known.
update courses set publish_at = coalesce(publish_at, created_at) where status = 1;
update courses set publish_at = null where status <> 1;
update courses set unpublish_at = null;
create index courses_unpublish_at on courses (unpublish_at) where unpublish_at is not null;

-- A column has a name for programs, unique where it has one, and may stand below another.
alter table columns add column code text not null default '', add column parent_id bigint references columns (id);
create unique index columns_code_unique on columns (code) where code <> '' and deleted_at is null;
create index columns_code_trgm on columns using gin (code gin_trgm_ops);
create index columns_parent_id on columns (parent_id, id);

-- Who moved quota is asked by the ledger's list.
create index card_num_logs_operator_id on card_num_logs (operator_id, id);
