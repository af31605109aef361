import { proveSeconds } from '../../features/ai/seconds/public.ts';
import { countFindings, secondsLedger } from '../../features/commerce/ledgers/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';
import { accept, acceptNotes, acceptOption, printSeals } from './print-seals.ts';

export const command: Command = {
  options: acceptOption,
  notes: [
    'Changes nothing without --accept. Exit code 1 when a balance is not the sum of its lines, what is set aside not that of the',
    'holds, or a line not the one the server wrote. The server does the same every night.',
    ...acceptNotes,
  ].join('\n'),
  async run({ values }) {
    if (values['accept'] === true) return accept(secondsLedger);
    const { members, moves, drifts, unbalanced, seals } = await withContext((ctx) => proveSeconds(ctx));
    for (const drift of drifts) {
      printLine(
        `Member ${drift.member_no} (${drift.member_id}): balance ${drift.balance}, ledger ${drift.ledger}, ${drift.breaks} breaks, ${drift.held} held, ${drift.holds} in holds.`,
      );
    }
    for (const txn of unbalanced) printLine(`Transaction ${txn} does not balance.`);
    printSeals(seals);
    const wrong = drifts.length + unbalanced.length + countFindings(seals);
    printLine(
      wrong === 0
        ? `${moves} lines of ${members} members: every balance of AI seconds is the sum of its lines, and what is set aside the sum of its holds.`
        : `${wrong} of the findings above must be mended by a correction.`,
    );
    return wrong === 0 ? 0 : 1;
  },
};
