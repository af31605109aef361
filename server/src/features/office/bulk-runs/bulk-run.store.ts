import { sql } from 'kysely';
import type { BulkRun } from '@kaike/shared/contracts/office/bulk-runs';
import type { Locale } from '@kaike/shared/locales/languages';
import { bulkResultDays, bulkState, bulkListedFailures, type BulkState } from '@kaike/shared/domain/office/bulk-run';
import type { Translate } from '@kaike/shared/kit/wording';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import type { FailedRow, Values } from '../../../kit/behaviour.ts';

export type Params = Record<string, string | number>;

export type RunRow = Pick<BulkRun, 'looked'> & {
  id: number;
  user_id: number;
  resource: string;
  action: string;
  input: Values;
  ids: number[] | null;
  matching: string | null;
  max_id: number;
  after_id: number;
  total: number;
  done: number;
  failed_count: number;
  state: BulkState;
  error_code: string | null;
  error_params: Params;
  attempts: number;
  locale: Locale;
  time_zone: string;
  ip: string | null;
  created_at: Date;
  ended_at: Date | null;
};

/** The outcome for one record. */
export type ResultRow = { record_id: number; title: string; code: string | null; params: Params };

const pollColumns = sql`id, user_id, resource, action, matching, max_id, after_id, total, looked, done, failed_count, state, error_code, error_params, locale, time_zone, created_at, ended_at`;

const since = (now: Date): Date => new Date(now.getTime() - bulkResultDays * 86_400_000);

/** The user's runs whose results are still available, newest first. */
export async function findRuns(db: Db, { user_id, now }: { user_id: number; now: Date }): Promise<RunRow[]> {
  const { rows } =
    await sql<RunRow>`select ${pollColumns} from bulk_runs where user_id = ${user_id} and created_at > ${since(now)} order by id desc limit 50`.execute(
      db,
    );
  return rows;
}

/** One of the user's own runs; any other is not found. */
export async function findRun(
  db: Db,
  { user_id, id, now }: { user_id: number; id: number; now: Date },
): Promise<RunRow> {
  const { rows } =
    await sql<RunRow>`select ${pollColumns} from bulk_runs where id = ${id} and user_id = ${user_id} and created_at > ${since(now)}`.execute(
      db,
    );
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Locks the run until the transaction ends, so that its pages are processed one after another. */
export async function lockRun(trx: Db, id: number): Promise<RunRow | null> {
  const { rows } = await sql<RunRow>`select * from bulk_runs where id = ${id} for update`.execute(trx);
  return rows[0] ?? null;
}

export type NewRun = Pick<
  RunRow,
  'user_id' | 'resource' | 'action' | 'input' | 'ids' | 'matching' | 'max_id' | 'total' | 'locale' | 'time_zone' | 'ip'
> & { now: Date };

export async function insertRun(trx: Db, run: NewRun): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into bulk_runs (user_id, resource, action, input, ids, matching, max_id, total, locale, time_zone, ip, created_at, updated_at)
    values (${run.user_id}, ${run.resource}, ${run.action}, ${JSON.stringify(run.input)}::jsonb, ${run.ids}::bigint[], ${run.matching}, ${run.max_id}, ${run.total},
      ${run.locale}, ${run.time_zone}, ${run.ip}::inet, ${run.now}, ${run.now}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export type DonePage = {
  after_id: number;
  is_over: boolean;
  titles: ReadonlyMap<number, string>;
  ids: readonly number[];
  failed: readonly FailedRow[];
  now: Date;
};

/** Stores the results of a page and advances the run past it, in the transaction that changed the rows. */
export async function savePage(trx: Db, id: number, page: DonePage): Promise<void> {
  const reasons = new Map(page.failed.map((row) => [row.id, row]));
  const rows = page.ids.map((record) => ({
    record_id: record,
    title: page.titles.get(record) ?? '',
    code: reasons.get(record)?.code ?? null,
    params: reasons.get(record)?.params ?? {},
  }));
  await sql`insert into bulk_run_rows (run_id, record_id, title, code, params)
    select ${id}::bigint, x.record_id, x.title, x.code, x.params
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (record_id bigint, title text, code text, params jsonb)`.execute(
    trx,
  );
  const failed = rows.filter((row) => row.code !== null).length;
  await sql`update bulk_runs set after_id = ${page.after_id}, looked = looked + ${rows.length}, done = done + ${rows.length - failed}, failed_count = failed_count + ${failed}, attempts = 0,
      state = ${page.is_over ? bulkState.finished : bulkState.running}, updated_at = ${page.now}, ended_at = ${page.is_over ? page.now : null}::timestamptz where id = ${id}`.execute(
    trx,
  );
}

/** The next results, ascending by record id. */
export async function findResults(
  db: Db,
  id: number,
  { after, limit, failed = false }: { after: number; limit: number; failed?: boolean },
): Promise<ResultRow[]> {
  const { rows } =
    await sql<ResultRow>`select record_id, title, code, params from bulk_run_rows where run_id = ${id} and record_id > ${after}
    ${failed ? sql`and code is not null` : sql``} order by record_id limit ${limit}`.execute(db);
  return rows;
}

/** The first failed rows with the reason in the reader's language. */
export async function presentFailures(db: Db, t: Translate, run: RunRow) {
  if (run.failed_count === 0) return [];
  const rows = await findResults(db, run.id, { after: 0, limit: bulkListedFailures, failed: true });
  return rows.map((row) => ({
    id: row.record_id,
    title: row.title,
    code: row.code ?? '',
    message: t(`errors.${row.code}`, row.params),
  }));
}

/** A run as shown to its owner. */
export function presentRun(t: Translate, run: RunRow): BulkRun {
  const { id, resource, action, state, total, done, failed_count } = run;
  return {
    id,
    resource,
    action,
    state,
    total,
    looked: run.looked,
    done,
    failed_count,
    error: run.error_code ? t(`errors.${run.error_code}`, run.error_params) : '',
    may_restore: action === 'delete' && done > 0 && state !== bulkState.running,
    created_at: new Date(run.created_at).toISOString(),
    ended_at: run.ended_at ? new Date(run.ended_at).toISOString() : null,
  };
}
