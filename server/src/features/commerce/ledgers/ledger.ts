import type { Secrets } from '../../../core/secrets.ts';
import { isSameBytes } from '../../../core/secrets.ts';

/** A ledger whose lines are signed as they are written; `columns` are what a signature and a seal cover, in this order. */
export type Ledger = {
  readonly name: 'quota' | 'seconds';
  readonly table: 'card_num_logs' | 'ai_second_logs';
  /** Whose balance a line changes. */
  readonly account: 'agency_id' | 'member_id';
  readonly columns: readonly string[];
};

const moved = ['type', 'delta', 'balance_before', 'balance_after', 'ref_type', 'ref_id', 'operator_id'] as const;
const written = ['request_id', 'txn_id', 'created_at'] as const;

export const quotaLedger: Ledger = {
  name: 'quota',
  table: 'card_num_logs',
  account: 'agency_id',
  columns: ['agency_id', 'counterparty_id', ...moved, ...written],
};
export const secondsLedger: Ledger = {
  name: 'seconds',
  table: 'ai_second_logs',
  account: 'member_id',
  columns: ['member_id', ...moved, ...written],
};
export const ledgers: readonly Ledger[] = [quotaLedger, secondsLedger];

/** Values of a line by column; what is absent counts as null. Remarks are not covered: those of quota may be corrected. */
export type LineValues = Readonly<Record<string, unknown>>;

/** What signs the lines of a ledger. */
export type Signer = Pick<Secrets, 'hmac'>;
export type SignatureCheck = Pick<Secrets, 'hmacs'>;

const purpose = 'ledger-line';

/** The same text for a line that is about to be written and for the stored one. */
export const lineText = ({ table, columns }: Ledger, line: LineValues): string =>
  JSON.stringify([table, ...columns.map((column) => line[column] ?? null)]);

/** The line with its signature: whoever writes to a ledger writes this. */
export const signLine = <Line extends object>(
  secrets: Signer,
  ledger: Ledger,
  line: Line,
): Line & { signature: Buffer } => ({
  ...line,
  signature: secrets.hmac(purpose, lineText(ledger, line as LineValues)),
});

/** Whether a stored line is as the application wrote it, under a secret in use. */
export const isSigned = (
  secrets: SignatureCheck,
  ledger: Ledger,
  line: LineValues & { signature: Buffer | null },
): boolean => {
  const { signature } = line;
  return (
    signature !== null && secrets.hmacs(purpose, lineText(ledger, line)).some((good) => isSameBytes(good, signature))
  );
};
