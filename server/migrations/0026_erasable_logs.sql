-- What an entry of the operation log tells of a person can be erased with their account: the chain holds a salted hash of
-- the values in their place. Entries written before have no salt; the chain holds their values themselves.
alter table logs add column salt bytea;
-- What stands for values that were erased; null while they are there.
alter table logs add column sealed bytea;

create function log_seal(entry logs) returns bytea language sql stable as $$
  select sha256(entry.salt || convert_to(jsonb_build_array(entry.before, entry.after, entry.request)::text, 'UTF8'))
$$;

-- An erased entry that has values again is not what was written.
create or replace function log_content(entry logs) returns bytea language sql stable as $$
  select convert_to(case
    when entry.salt is null and entry.sealed is null then
      jsonb_build_array(entry.id, entry.user_id, entry.operator, entry.resource, entry.record_id, entry.action,
        entry.before, entry.after, entry.request, entry.reason, entry.status_code, entry.ip, entry.request_id,
        extract(epoch from entry.created_at))
    else
      jsonb_build_array(entry.id, entry.user_id, entry.operator, entry.resource, entry.record_id, entry.action,
        encode(case when entry.salt is not null then log_seal(entry)
          when entry.before is null and entry.after is null and entry.request is null then entry.sealed end, 'hex'),
        entry.reason, entry.status_code, entry.ip, entry.request_id, extract(epoch from entry.created_at))
    end::text, 'UTF8')
$$;

create or replace function chain_log() returns trigger language plpgsql as $$
begin
  update log_chain set hash = hash returning hash into new.prev_hash;
  new.id := nextval(pg_get_serial_sequence('logs', 'id'));
  new.salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  new.sealed := null;
  new.hash := sha256(new.prev_hash || log_content(new));
  update log_chain set hash = new.hash;
  return new;
end $$;

-- Append-only, but for one change that can be made once: values and salt go, and what the chain holds of them stays.
create function refuse_log_change() returns trigger language plpgsql as $$
declare erased constant text[] := array['salt', 'sealed', 'before', 'after', 'request', 'record_title'];
begin
  if tg_op = 'UPDATE' and old.salt is not null and new.salt is null and new.sealed = log_seal(old)
    and new.before is null and new.after is null and new.request is null
    and to_jsonb(new) - erased = to_jsonb(old) - erased then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege', constraint = 'append_only';
end $$;
drop trigger logs_append_only on logs;
create trigger logs_append_only before update or delete on logs for each row execute function refuse_log_change();
