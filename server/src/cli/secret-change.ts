import { changeSecret } from '../features/system/secret-change/public.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';
import { withContext } from './run/with-database.ts';

export const command: Command = {
  options: {
    lost: {
      type: 'boolean',
      description:
        'the secret before is lost for good: go on with the one in use; what the other one sealed stays unreadable',
    },
  },
  notes: [
    'How to change the secret of an installation:',
    '  1. Make a backup, and keep the old secret with it.',
    '  2. Set KAIKE_OLD_SECRET to the secret in use (by default the file "secret" in the data folder) and KAIKE_SECRET to a new one',
    '     of at least 32 characters, or put the new one into that file. Do so on every node, and restart them.',
    '  3. Run kaike secret:change with the same settings. Servers may keep running; an interrupted run resumes where it stopped.',
    '  4. When it reports that everything is encrypted with the current secret, remove KAIKE_OLD_SECRET and restart.',
    "Without KAIKE_OLD_SECRET it brings values that older versions sealed to today's format.",
    'Exit code 1 when a value cannot be decrypted: it was changed outside the application, or encrypted with yet another secret.',
  ].join('\n'),
  async run({ values }) {
    const { unreadable } = await withContext(
      (ctx) =>
        changeSecret(ctx, ({ name, changed, unreadable: unreadableCount }) => {
          if (changed > 0 || unreadableCount > 0)
            printLine(
              `${name}: ${changed} re-encrypted${unreadableCount > 0 ? `, ${unreadableCount} cannot be decrypted` : ''}.`,
            );
        }),
      { accepts_secret: values['lost'] === true },
    );
    printLine(
      unreadable === 0
        ? 'Everything is encrypted with the current secret.'
        : `${unreadable} values were left unchanged.`,
    );
    return unreadable === 0 ? 0 : 1;
  },
};
