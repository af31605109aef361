import { proveLedger } from '../../features/agencies/public.ts';
import type { Command } from '../run/command.ts';
import { say } from '../run/say.ts';
import { withContext } from '../run/with-database.ts';

export const command: Command = {
  options: {},
  notes: 'Read-only. Exit code 1 when a balance differs from the sum of its entries. The server runs this every night.',
  async run() {
    const { agencies, moves, drifts, unbalanced } = await withContext((ctx) => proveLedger(ctx.db));
    for (const drift of drifts) {
      say(
        `Agency ${drift.agency_id} ${drift.name}: balance ${drift.balance}, ledger ${drift.ledger}, ${drift.breaks} breaks, held ${drift.held}, waiting ${drift.waiting}.`,
      );
    }
    for (const txn of unbalanced) say(`Transaction ${txn} does not balance.`);
    const wrong = drifts.length + unbalanced.length;
    say(
      wrong === 0
        ? `${moves} moves of ${agencies} agencies: every balance is the sum of its moves.`
        : `${wrong} of the findings above must be mended by a correction.`,
    );
    return wrong === 0 ? 0 : 1;
  },
};
