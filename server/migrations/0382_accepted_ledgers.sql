-- When an operator accepted the lines as they stand; of the first seal of such a beginning alone. Its hash covers it.
alter table ledger_seals add column accepted_at timestamptz;

-- The last statement of the same days is looked up before another one is issued.
create index agency_statements_days on agency_statements (agency_id, from_day, to_day, id);
