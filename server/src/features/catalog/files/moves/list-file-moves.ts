import type { FileMoves } from '@kaike/shared/contracts/catalog/file-moves';
import type { AdminCall } from '../../../../core/call.ts';
import { findFailures, findLatest } from './file-move.store.ts';

const listedFailures = 50;

/** Where files are, the latest move, and what can be brought back. */
export async function listFileMoves({ ctx, t }: AdminCall): Promise<FileMoves> {
  const { db, adapters } = ctx;
  const { places, undo, removing } = await adapters.storage.moves.overview();
  const row = await findLatest(db);
  const word = (code: string): string => (code === '' ? '' : t(`file_moves.reasons.${code}`));
  const failures = row && row.failed > 0 ? await findFailures(db, row.id, listedFailures) : [];
  return {
    places,
    undo: {
      files: undo.files,
      bytes: undo.bytes,
      first_until: undo.first_until?.toISOString() ?? null,
      last_until: undo.last_until?.toISOString() ?? null,
    },
    removing,
    move: row && {
      target: row.target,
      state: row.state,
      total: row.total,
      moved: row.moved,
      failed: row.failed,
      reason: word(row.reason),
      started_by: row.started_by,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      failures: failures.map(({ key, reason }) => ({ key, reason: word(reason) })),
    },
  };
}
