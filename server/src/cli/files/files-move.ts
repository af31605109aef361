import type { Storage } from '../../adapters/storage/port.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { textOf, UsageError, type Command } from '../run/command.ts';
import { say } from '../run/say.ts';
import { withContext } from '../run/with-database.ts';

async function finishMove({ moves }: Storage): Promise<number> {
  const { removed, waiting } = await moves.finish().catch((cause: unknown) => {
    throw new OperatorError('An old storage cannot be used: test its settings, then run this again.', { cause });
  });
  say(`The old copies of ${removed} files were removed.`);
  if (waiting > 0) say(`${waiting} files were moved a few minutes ago: run this again in five minutes.`);
  return waiting === 0 ? 0 : 1;
}

export const command: Command = {
  options: {
    to: { type: 'string', value: 'STORAGE', description: 'local, qiniu, oss or s3, with its settings complete' },
    undo: { type: 'boolean', description: 'undo the moves of the last seven days' },
    finish: { type: 'boolean', description: 'remove the old copies now; the move can then no longer be undone' },
  },
  notes: [
    'The server may keep running. Each file is copied and compared before it counts as moved; after an',
    'interruption, run it again to resume. The old copies stay for seven days, or until --finish. Choose the storage of new files in the',
    'settings first.',
  ].join('\n'),
  async run({ values }) {
    const to = textOf(values, 'to');
    const [isUndo, isFinish] = [values['undo'] === true, values['finish'] === true];
    if ([to !== null, isUndo, isFinish].filter(Boolean).length !== 1)
      throw new UsageError('One of --to, --undo and --finish is needed.');
    return withContext(async ({ adapters: { storage } }) => {
      if (isFinish) return finishMove(storage);
      if (to === null) {
        say(`${await storage.moves.undo()} files are served from their previous storage again.`);
        return 0;
      }
      let [moved, failed] = [0, 0];
      await storage.moves
        .moveAll(to, {
          moved: () => {
            moved += 1;
          },
          failed: (key, error) => {
            failed += 1;
            say(`${key}: ${error instanceof Error ? error.message : String(error)}`);
          },
        })
        .catch((cause: unknown) => {
          throw new OperatorError(`The storage ${to} cannot be used: complete and test its settings first.`, { cause });
        });
      say(`${moved} files were moved to ${to}${failed > 0 ? `; ${failed} failed and stay in place` : ''}.`);
      return failed === 0 ? 0 : 1;
    });
  },
};
