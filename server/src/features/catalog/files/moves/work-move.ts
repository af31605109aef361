import { fileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { Context } from '../../../../core/context.ts';
import { addJob } from '../../../../core/job.ts';
import { findLatest, findMove, recordFile, setState, type MoveRow } from './file-move.store.ts';
import { moveAlone } from './move-lock.ts';

const { running, stopped, done } = fileMoveState;
/** Files per job; then other jobs get a turn. */
const filesAtOnce = 50;
/** Failures of the storage itself, one after the other, after which trying on is of no use. */
const maxOutages = 5;

const outages: readonly AdapterError['code'][] = [
  'unavailable',
  'unauthorized',
  'quota_exhausted',
  'rate_limited',
  'config_invalid',
];
const isOutage = (error: unknown): error is AdapterError =>
  error instanceof AdapterError && outages.includes(error.code);
/** For the wording, which knows the codes; the reason goes to the log. */
const codeOf = (error: unknown): string => (error instanceof AdapterError ? error.code : 'bad_response');

async function moveFiles(ctx: Context, move: MoveRow, limit: number): Promise<void> {
  const { db, clock, adapters, log } = ctx;
  const stop = (error: AdapterError): Promise<boolean> =>
    setState(db, { id: move.id, from: running, to: stopped, reason: error.code, now: clock() });
  let [count, outagesInRow] = [0, 0];
  for await (const { key, error } of adapters.storage.moves.moveAll(move.target, move.after_key)) {
    if (error !== null) log.warn({ err: error, key }, 'a file was not moved');
    const failure = error === null ? null : codeOf(error);
    if (!(await recordFile(db, { id: move.id, key, failure, now: clock() }))) return;
    outagesInRow = isOutage(error) ? outagesInRow + 1 : 0;
    if (isOutage(error) && outagesInRow >= maxOutages) {
      await stop(error);
      return;
    }
    count += 1;
    if (count >= limit) return;
  }
  await setState(db, { id: move.id, from: running, to: done, now: clock() });
}

/** Works at a move until it ends, pauses, stops, or has moved so many files. False when another process is at it. */
export async function workMove(ctx: Context, id: number, limit = Number.POSITIVE_INFINITY): Promise<boolean> {
  return moveAlone(ctx.db, async () => {
    const move = await findMove(ctx.db, id);
    if (move?.state !== running) return;
    await moveFiles(ctx, move, limit).catch(async (error: unknown) => {
      if (!(error instanceof AdapterError)) throw error;
      ctx.log.warn({ err: error }, 'a move of files stopped');
      await setState(ctx.db, { id, from: running, to: stopped, reason: error.code, now: ctx.clock() });
    });
  });
}

/** Moves some files, and queues the rest. */
export async function moveSome(ctx: Context, id: number): Promise<void> {
  if (!(await workMove(ctx, id, filesAtOnce))) return;
  const move = await findMove(ctx.db, id);
  if (move?.state === running) await addJob(ctx.db, 'move-files', { id }, { key: `move-files:${id}` });
}

/** Takes up a move whose process died. */
export async function resumeMove({ db }: Pick<Context, 'db'>): Promise<void> {
  const move = await findLatest(db);
  if (move?.state === running) await addJob(db, 'move-files', { id: move.id }, { key: `move-files:${move.id}` });
}
