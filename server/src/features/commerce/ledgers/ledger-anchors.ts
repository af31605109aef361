import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { ledgerAnchorFile, isMissing } from '../../../process/data-folder.ts';
import type { Ledger } from './ledger.ts';

/** The newest seal of a ledger, stored outside the database: with it go all seals before. */
export type LedgerAnchor = {
  ledger: Ledger['name'];
  no: number;
  hash: string;
  /** Lines up to this seal, and what they sum to. */
  line_count: number;
  delta_sum: number;
  sealed_at: string;
  /** When an operator began these seals, if one did. */
  accepted_at?: string | null;
};

async function readAll(dataFolder: string): Promise<LedgerAnchor[]> {
  const text = await readFile(ledgerAnchorFile(dataFolder), 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return '';
    throw cause;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LedgerAnchor);
}

/** This node's anchor of a ledger; null before the first. */
export async function loadAnchor(dataFolder: string, { name }: Ledger): Promise<LedgerAnchor | null> {
  return (await readAll(dataFolder)).find(({ ledger }) => ledger === name) ?? null;
}

/** Replaces the anchor of one ledger; the file is whole at any moment. */
export async function writeAnchor(dataFolder: string, anchor: LedgerAnchor): Promise<void> {
  const others = (await readAll(dataFolder)).filter(({ ledger }) => ledger !== anchor.ledger);
  const file = ledgerAnchorFile(dataFolder);
  const draft = `${file}.${randomUUID()}`;
  const text = [...others, anchor].map((one) => `${JSON.stringify(one)}\n`).join('');
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, file);
}
