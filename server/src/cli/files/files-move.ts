import { fileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import type { Storage } from '../../adapters/storage/port.ts';
import { AppError } from '../../core/app-error.ts';
import type { Context } from '../../core/context.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { beginMove, findFailures, findMove, undoMove, workMove } from '../../features/catalog/files/public.ts';
import { textOf, UsageError, type Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

const listedFailures = 200;

async function finishMove({ moves }: Storage): Promise<number> {
  const { removed, waiting } = await moves.finish().catch((cause: unknown) => {
    throw new OperatorError('An old storage cannot be used: test its settings, then run this again.', { cause });
  });
  printLine(`The old copies of ${removed} files were removed.`);
  if (waiting > 0) printLine(`${waiting} files were moved a few minutes ago: run this again in five minutes.`);
  return waiting === 0 ? 0 : 1;
}

const refusals: Readonly<Record<string, string>> = {
  'file_move.not_set_up': 'The storage cannot be used: complete and test its settings first.',
  'file_move.running': 'Another move is under way: see the settings of storage, and pause it there first.',
  'file_move.busy': 'A server is moving a file: run this again in a moment.',
};

/** Says in the language of the console why it cannot be done. */
function explain(cause: unknown): never {
  const text = cause instanceof AppError ? refusals[cause.code] : undefined;
  if (text === undefined) throw cause;
  throw new OperatorError(text, { cause });
}

async function moveTo(ctx: Context, target: string): Promise<number> {
  const id = await beginMove(ctx, { target, started_by: 'kaike files:move' }).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code === 'file_move.nothing') return null;
    return explain(cause);
  });
  if (id === null) {
    printLine(`All files are in ${target} already.`);
    return 0;
  }
  if (!(await workMove(ctx, id))) {
    printLine('A server is moving the files already: the settings of storage show how far it is.');
    return 0;
  }
  const move = await findMove(ctx.db, id);
  for (const { key, reason } of await findFailures(ctx.db, id, listedFailures)) printLine(`${key}: ${reason}`);
  const failed = move?.failed ?? 0;
  printLine(
    `${move?.moved ?? 0} files were moved to ${target}${failed > 0 ? `; ${failed} failed and stay in place` : ''}.`,
  );
  if (move?.state === fileMoveState.stopped)
    printLine(`The move stopped (${move.reason}): run this again when the storage works.`);
  if (move?.state === fileMoveState.paused) printLine('The move was paused in the settings of storage.');
  return move?.state === fileMoveState.done && failed === 0 ? 0 : 1;
}

export const command: Command = {
  options: {
    to: { type: 'string', value: 'STORAGE', description: 'local, qiniu, oss or s3, with its settings complete' },
    undo: { type: 'boolean', description: 'undo the moves of the last seven days' },
    finish: { type: 'boolean', description: 'remove the old copies now; the move can then no longer be undone' },
  },
  notes: [
    'The server may keep running. Each file is copied and compared before it counts as moved; after an interruption, run it again to',
    'resume, or let a running server resume it within a minute. The storage settings show the progress and can pause it.',
    'The old copies stay for seven days, or until --finish. Choose the storage of new files in the settings first.',
  ].join('\n'),
  async run({ values }) {
    const to = textOf(values, 'to');
    const [isUndo, isFinish] = [values['undo'] === true, values['finish'] === true];
    if ([to !== null, isUndo, isFinish].filter(Boolean).length !== 1)
      throw new UsageError('One of --to, --undo and --finish is needed.');
    return withContext(async (ctx) => {
      if (isFinish) return finishMove(ctx.adapters.storage);
      if (to !== null) return moveTo(ctx, to);
      const undo = ctx.db.transaction().execute((trx) => undoMove(ctx, trx));
      printLine(`${await undo.catch(explain)} files are served from their previous storage again.`);
      return 0;
    });
  },
};
