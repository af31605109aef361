import { fileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { findLatest, insertMove, openStates, reopenMove, setState, type MoveRow } from './file-move.store.ts';
import { lockMoves } from './move-lock.ts';

const { running, paused, done, undone } = fileMoveState;

/** The move that can go on, started or paused. */
async function findOpen(db: Db): Promise<MoveRow | null> {
  const move = await findLatest(db);
  return move && openStates.includes(move.state) ? move : null;
}

/** Starts a move, or goes on with the one to the same storage. Returns its id. */
export async function beginMove(
  { db, clock, adapters }: Pick<Context, 'clock' | 'adapters'> & { db: Db },
  { target, started_by }: Pick<MoveRow, 'target' | 'started_by'>,
): Promise<number> {
  const { moves } = adapters.storage;
  const { places } = await moves.overview();
  assert(places.find(({ storage }) => storage === target)?.is_set_up, 'file_move.not_set_up', { field: 'to' });
  const remaining = await moves.countOthers(target);
  const current = await findOpen(db);
  if (current) {
    assert(current.target === target, 'file_move.running');
    await reopenMove(db, { id: current.id, remaining, now: clock() });
    return current.id;
  }
  assert(remaining > 0, 'file_move.nothing', { field: 'to' });
  const id = await insertMove(db, { target, total: remaining, started_by, now: clock() });
  assert(id, 'file_move.running');
  return id;
}

export async function pauseMove({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<MoveRow> {
  const move = await findOpen(db);
  assert(move && (await setState(db, { id: move.id, from: running, to: paused, now: clock() })), 'file_move.not_open');
  return move;
}

/** The id of a paused or stopped move, which runs again. */
export async function reopen({ db, clock, adapters }: Context): Promise<MoveRow> {
  const move = await findOpen(db);
  assert(move && move.state !== running, 'file_move.not_open');
  const remaining = await adapters.storage.moves.countOthers(move.target);
  await reopenMove(db, { id: move.id, remaining, now: clock() });
  return move;
}

/** Brings back what was moved within seven days; returns how many files. */
export async function undoMove({ clock, adapters }: Pick<Context, 'clock' | 'adapters'>, trx: Db): Promise<number> {
  // The file that was under way when the move was paused is switched first, or not at all.
  const isAlone = await lockMoves(trx);
  const move = await findLatest(trx);
  if (move?.state === running) throw new AppError('file_move.running');
  assert(isAlone, 'file_move.busy');
  const files = await adapters.storage.moves.undo(trx);
  // The old copies are now those at the target, so that an undo can be undone, too.
  const isWhole = move !== null && move.state === undone && move.moved >= move.total;
  if (move) await setState(trx, { id: move.id, from: move.state, to: isWhole ? done : undone, now: clock() });
  return files;
}
