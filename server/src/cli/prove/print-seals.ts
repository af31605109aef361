import {
  acceptLedger,
  describeFindings,
  type Ledger,
  type LedgerCheck,
} from '../../features/commerce/ledgers/public.ts';
import { printLine } from '../run/print-line.ts';
import { withContext } from '../run/with-database.ts';

export const acceptOption = {
  accept: {
    type: 'boolean',
    description: 'seal all lines as they stand; first compare them with a backup',
  },
} as const;

export const acceptNotes: readonly string[] = [
  'A line written by SQL is never sealed and stays reported. After a correction by SQL, or when the secret is lost, compare the lines',
  'with a backup and run it with --accept: the seals begin anew, for all machines, and from then on the lines count as they stand.',
];

/** Says how many lines are sealed and what does not fit. */
export function printSeals(check: LedgerCheck): void {
  for (const text of describeFindings(check)) printLine(text);
  printLine(
    check.seals === 0
      ? 'The lines are not sealed yet: the server seals them every five minutes, after an update from an hour on.'
      : `${check.sealed} lines in ${check.seals} seals${check.opening > 0 ? `; ${check.opening} of them as they stood when sealing began` : ''}.`,
  );
}

/** Begins the seals of a ledger anew. */
export async function accept(ledger: Ledger): Promise<number> {
  const { lines } = await withContext((ctx) => acceptLedger(ctx, ledger));
  printLine(`${lines} lines are sealed as they stand.`);
  return 0;
}
