import { sql } from 'kysely';
import { allRows, bulkState } from '@kaike/shared/domain/office/bulk-run';
import { errors, type ErrorCode } from '@kaike/shared/errors';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { backgroundCall } from '../../../core/background-call.ts';
import { answerError } from '../../../core/error-answer.ts';
import type { AdminCall } from '../../../core/call.ts';
import { createSessions, type Sessions } from '../../../core/sessions/sessions.ts';
import { translatorOf } from '../../../core/wording.ts';
import type { FailedRow, Resource } from '../../../kit/behaviour.ts';
import { bulkPageRows, findPage } from '../../../kit/write/bulk-target.ts';
import { findRows } from '../../../kit/read/load-rows.ts';
import { actOn } from '../../../kit/write/run-action.ts';
import { restoreRowsIn, removeRows } from '../../../kit/write/write-rows.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import { lockRun, savePage, type RunRow } from './bulk-run.store.ts';
import { permissionFor } from './start-run.ts';

/** Pages per job execution; then other jobs in the queue get a turn. */
const pagesAtOnce = 20;
/** A run that fails this often at the same page is stopped. */
const maxAttempts = 5;

/** A run that a release before this one started has no ids, and its text may name all rows by nothing. */
const conditionOf = (text: string): string =>
  text === '' || text.startsWith('except=') ? [allRows, text].filter(Boolean).join('&') : text;

type Page = { ids: number[]; after_id: number; is_over: boolean };
type RunContext = { trx: Db; call: AdminCall; resource: Resource };

async function nextPage({ trx, call, resource }: RunContext, run: RunRow): Promise<Page> {
  if (run.ids !== null) {
    const ids = run.ids.filter((id) => id > run.after_id).slice(0, bulkPageRows);
    const last = ids.at(-1) ?? run.max_id;
    return { ids, after_id: last, is_over: last >= (run.ids.at(-1) ?? 0) };
  }
  const { ids, page } = await findPage(
    { db: trx, actor: call.actor, resource },
    { matching: conditionOf(run.matching ?? ''), after_id: run.after_id, max_id: run.max_id },
  );
  return { ids, after_id: page.after_id, is_over: page.done };
}

async function change({ trx, call, resource }: RunContext, run: RunRow, ids: number[]): Promise<FailedRow[]> {
  if (run.action === 'delete') return (await removeRows({ trx, call }, resource, ids)).failed;
  if (run.action !== 'restore')
    return (await actOn({ trx, call, resource }, run.action, { ids, body: run.input, batch: `bulk-run:${run.id}` }))
      .failed;
  const { restored, failed } = await restoreRowsIn({ trx, call }, resource, ids);
  const handled = new Set([...restored, ...failed.map(({ id }) => id)]);
  return [
    ...failed,
    ...ids.filter((id) => !handled.has(id)).map((id): FailedRow => ({ id, code: 'record.not_found' })),
  ];
}

async function titlesOf({ trx, call, resource }: RunContext, run: RunRow, ids: number[]): Promise<Map<number, string>> {
  const rows = await findRows({ db: trx, actor: call.actor, resource }, ids, { deleted: run.action === 'restore' });
  return new Map(rows.map((row) => [row.id, String(row[resource.definition.title] ?? '')]));
}

/** Processes one page: re-checks the user's permission, changes the rows and advances the run, all in one transaction. False when nothing is left. */
async function workPage(ctx: Context, sessions: Sessions, id: number): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const run = await lockRun(trx, id);
    if (run?.state !== bulkState.running) return false;
    const resource = await ctx.resources.find(run.resource);
    assert(resource, 'request.not_found');
    const body = {
      ...run.input,
      ...(run.ids === null ? { matching: run.matching, max_id: run.max_id } : { ids: run.ids }),
    };
    const call = await backgroundCall(trx, {
      ctx,
      sessions,
      user_id: run.user_id,
      permission: permissionFor(resource, run.action),
      body,
      locale: run.locale,
      time_zone: run.time_zone,
      ip: run.ip ?? '127.0.0.1',
      request_id: `bulk-run-${id}-${run.after_id}`,
    });
    const context = { trx, call, resource };
    const page = await nextPage(context, run);
    const titles = await titlesOf(context, run, page.ids);
    const failed = page.ids.length > 0 ? await change(context, run, page.ids) : [];
    await savePage(trx, id, { ...page, titles, failed, now: ctx.clock() });
    return !page.is_over;
  });
}

async function stopRun(ctx: Context, id: number, { code, params }: { code: string; params: object }): Promise<void> {
  const now = ctx.clock();
  await sql`update bulk_runs set state = ${bulkState.failed}, error_code = ${code}, error_params = ${JSON.stringify(params)}::jsonb, updated_at = ${now}, ended_at = ${now}
    where id = ${id} and state = ${bulkState.running}`.execute(ctx.db);
}

/** An expected error stops the run and is reported; a server fault is retried by the job queue a few times. */
async function stopOrRetry(ctx: Context, id: number, error: unknown): Promise<void> {
  const answer = answerError(error, translatorOf('en'));
  const { code } = answer.body;
  if (!answer.is_fault && code in errors)
    return stopRun(ctx, id, { code, params: error instanceof AppError ? (error.details.params ?? {}) : {} });
  const { rows } = await sql<{
    attempts: number;
  }>`update bulk_runs set attempts = attempts + 1 where id = ${id} and state = ${bulkState.running} returning attempts`.execute(
    ctx.db,
  );
  if ((rows[0]?.attempts ?? 0) < maxAttempts) throw error;
  const fault: ErrorCode = 'server.internal';
  ctx.log.error({ err: error, bulk_run: id }, 'bulk run stopped');
  await stopRun(ctx, id, { code: fault, params: {} });
}

/** Processes a run page by page from its current position; safe to kill and re-run, and to run twice concurrently. */
export async function workRun(ctx: Context, id: number): Promise<void> {
  const sessions = createSessions(ctx);
  try {
    for (let page = 0; page < pagesAtOnce; page += 1) if (!(await workPage(ctx, sessions, id))) return;
  } catch (error) {
    return stopOrRetry(ctx, id, error);
  }
  await addJob(ctx.db, 'bulk-run', { id }, { key: `bulk-run:${id}`, priority: jobPriority.first });
}
