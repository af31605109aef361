-- Lines of the ledgers are signed by the application as they are written, and sealed together soon after: what was written
-- by other means has no signature, and what was sealed cannot be changed or taken away unnoticed.
alter table card_num_logs add column signature bytea, add column seal_no integer;
alter table ai_second_logs add column signature bytea, add column seal_no integer;
create index card_num_logs_seal_no on card_num_logs (seal_no, id);
create index ai_second_logs_seal_no on ai_second_logs (seal_no, id);

create table ledger_seals (
  ledger text not null,
  no integer not null,
  -- Takes the lines as they stood when sealing began, signed or not.
  is_opening boolean not null,
  line_count integer not null,
  delta_sum bigint not null,
  -- The first and the last of its lines; null when it has none.
  first_id bigint,
  last_id bigint,
  digest bytea not null,
  -- Of all columns before and of the seal before; needs no key.
  hash bytea not null,
  mac bytea not null,
  sealed_at timestamptz not null,
  primary key (ledger, no)
);

-- Lines are append-only but for the number of their seal, and the remark of a move of quota.
create or replace function guard_card_num_logs() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - array['remark', 'seal_no'] = to_jsonb(old) - array['remark', 'seal_no'] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege', constraint = 'append_only';
end $$;
create function guard_ai_second_logs() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'seal_no' = to_jsonb(old) - 'seal_no' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege', constraint = 'append_only';
end $$;
drop trigger ai_second_logs_append_only on ai_second_logs;
create trigger ai_second_logs_append_only before update or delete on ai_second_logs for each row execute function guard_ai_second_logs();
