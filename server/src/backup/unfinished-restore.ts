import type pg from 'pg';
import { OperatorError } from '../db/operator-error.ts';

type Client = Pick<pg.Pool, 'query'> | pg.ClientBase;

/** A restore whose rows are in the database, while its files, its secret or the data of plugins may not be in place yet. */
export type UnfinishedRestore = { file: string; started_at: string };

const stateKey = 'restore';

/** Says that a restore is under way; inside the transaction that brings its rows. */
export async function markRestore(client: Client, restore: UnfinishedRestore): Promise<void> {
  await client.query(
    'insert into app_state (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value, updated_at = now()',
    [stateKey, JSON.stringify(restore)],
  );
}

/** Says that everything of the restore is in place. */
export async function finishRestore(client: Client): Promise<void> {
  await client.query('delete from app_state where key = $1', [stateKey]);
}

/** The restore that was interrupted, or null; also before there are any tables. */
export async function findUnfinishedRestore(client: Client): Promise<UnfinishedRestore | null> {
  const table = await client.query<{ exists: boolean }>("select to_regclass('public.app_state') is not null as exists");
  if (!table.rows[0]?.exists) return null;
  const { rows } = await client.query<{ value: UnfinishedRestore }>(
    'select value from public.app_state where key = $1',
    [stateKey],
  );
  return rows[0]?.value ?? null;
}

/** What is wrong, and what to do, for the operator. */
export const explainUnfinished = ({ file, started_at }: UnfinishedRestore): string =>
  `The restore of ${file} that began at ${started_at} was not finished, so files or the secret may be missing: run kaike restore ${file} again, which finishes it.`;

/** Refuses to work on what an interrupted restore has left. */
export async function assertRestored(client: Client): Promise<void> {
  const unfinished = await findUnfinishedRestore(client);
  if (unfinished) throw new OperatorError(explainUnfinished(unfinished));
}
