import { proveLedger } from '../../features/agencies/agencies/public.ts';
import { countFindings, quotaLedger } from '../../features/commerce/ledgers/public.ts';
import type { Command } from '../run/command.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';
import { accept, acceptNotes, acceptOption, printSeals } from './print-seals.ts';

export const command: Command = {
  options: acceptOption,
  notes: [
    'Read-only without --accept. Exit code 1 when a balance differs from the sum of its entries, or an entry is not the one the',
    'server wrote. The server runs this every night.',
    ...acceptNotes,
  ].join('\n'),
  async run({ values }) {
    if (values['accept'] === true) return accept(quotaLedger);
    const { agencies, moves, drifts, unbalanced, seals } = await withContext((ctx) => proveLedger(ctx));
    for (const drift of drifts) {
      printLine(
        `Agency ${drift.agency_id} ${drift.name}: balance ${drift.balance}, ledger ${drift.ledger}, ${drift.breaks} breaks, held ${drift.held}, waiting ${drift.waiting}.`,
      );
    }
    for (const txn of unbalanced) printLine(`Transaction ${txn} does not balance.`);
    printSeals(seals);
    const wrong = drifts.length + unbalanced.length + countFindings(seals);
    printLine(
      wrong === 0
        ? `${moves} moves of ${agencies} agencies: every balance is the sum of its moves.`
        : `${wrong} of the findings above must be mended by a correction.`,
    );
    return wrong === 0 ? 0 : 1;
  },
};
