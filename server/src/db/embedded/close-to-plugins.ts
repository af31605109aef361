import pg from 'pg';

/** The functions that take locks, show them, send messages, and make large objects, as far as everybody may call them. */
const openFunctions = `p.pronamespace = 'pg_catalog'::regnamespace
  and (p.proname ~ '^pg_(try_)?advisory_' or p.proname in ('pg_notify', 'pg_lock_status', 'lo_creat', 'lo_create', 'lo_from_bytea'))
  and has_function_privilege('public', p.oid, 'execute')`;

/**
 * What a superuser runs in the database of a school so that only the role of the product has its locks, messages, large objects and
 * temporary tables: everybody who may connect has them otherwise, plugins included. It also lets the role limit temporary files.
 */
export function closingStatement(role: string): string {
  const name = pg.escapeIdentifier(role);
  return `do $close$ declare one regprocedure;
begin
  for one in select p.oid::regprocedure from pg_proc p where ${openFunctions} loop
    execute format('revoke execute on function %s from public', one);
    execute format('grant execute on function %s to ${name.replaceAll("'", "''")}', one);
  end loop;
  execute format('revoke temporary on database %I from public', current_database());
  grant set on parameter temp_file_limit to ${name};
end $close$`;
}

/** Does so over the connection of a superuser, unless it was done before. */
export async function closeToPlugins(superuser: pg.Client, role: string): Promise<void> {
  const { rowCount } = await superuser.query(`select 1 from pg_proc p where ${openFunctions} limit 1`);
  if (rowCount !== 0) await superuser.query(closingStatement(role));
}
