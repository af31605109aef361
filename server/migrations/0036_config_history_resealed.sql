-- The history of settings is append-only, but for the sealing of secret values: it changes with KAIKE_SECRET, and they do not.
create function refuse_config_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.is_secret and old.value <> '' and new.value <> '' and to_jsonb(new) - 'value' = to_jsonb(old) - 'value' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege', constraint = 'append_only';
end $$;
drop trigger config_changes_append_only on config_changes;
create trigger config_changes_append_only before update or delete on config_changes for each row execute function refuse_config_change();
