import type pg from 'pg';

/** Whether the database has a plan for a statement; it has none for the ends of transactions. */
export const isExplainable = (text: string): boolean =>
  /^\s*(?:select|insert|update|delete|with|merge|values)\b/i.test(text);

const name = 'explained';

/**
 * The plan of a statement for any values, which are not known here. The statement does not run, in a transaction that could
 * write nothing.
 */
export async function explain(pool: pg.Pool, text: string): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(
      "begin read only; set local statement_timeout = '5s'; set local plan_cache_mode = force_generic_plan",
    );
    await client.query(`prepare ${name} as ${text}`);
    const { rows } = await client.query<{ parameters: number }>(
      `select cardinality(parameter_types) as parameters from pg_prepared_statements where name = '${name}'`,
    );
    const values = Array.from({ length: rows[0]?.parameters ?? 0 }, () => 'null').join(', ');
    const plan = await client.query<{ 'QUERY PLAN': string }>(
      `explain execute ${name}${values === '' ? '' : `(${values})`}`,
    );
    return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    // A prepared statement outlives its transaction, but not its connection.
    client.release(true);
  }
}
