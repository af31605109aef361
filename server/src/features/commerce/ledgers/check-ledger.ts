import type { Config } from '../../../config.ts';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { isSameBytes } from '../../../core/secrets.ts';
import {
  hasAnchored,
  hashSeal,
  isSealSigned,
  loadLines,
  loadSealed,
  loadSeals,
  sealSize,
  sumUp,
  type Seal,
} from './ledger-seals.ts';
import { loadAnchor, type LedgerAnchor } from './ledger-anchors.ts';
import { isSigned, type Ledger } from './ledger.ts';

/** What a check needs besides the ledger. */
export type LedgerScope = Pick<Context, 'db' | 'secrets'> & { config: Pick<Config, 'data_dir'> };

/** The first seal that does not hold: it was changed or removed, or its lines were. */
export type BrokenSeal = {
  no: number;
  what: 'seal' | 'lines' | 'anchor';
  first_id: number | null;
  last_id: number | null;
};

export type LedgerCheck = {
  /** Seals, and how many lines they cover; of these `opening` were there before sealing began. */
  seals: number;
  sealed: number;
  opening: number;
  /** Number of lines that the application did not write, and the ids of the first of them; none before sealing begins. */
  unsigned: number;
  unsigned_ids: number[];
  broken: BrokenSeal | null;
  /** False when not one seal was made with a secret in use. */
  is_key_known: boolean;
};

const listed = 20;
const sealsOfPage = 10;

const brokenSeal = ({ no, first_id, last_id }: Seal, what: BrokenSeal['what']): BrokenSeal => ({
  no,
  what,
  first_id,
  last_id,
});

/** Seals that are not what was written, or do not continue the one before. */
function findBadSeal({ secrets }: LedgerScope, ledger: Ledger, seals: readonly Seal[]): BrokenSeal | null {
  for (const [index, seal] of seals.entries()) {
    const before = seals[index - 1]?.hash ?? null;
    const isGood =
      seal.no === index + 1 && isSameBytes(hashSeal(ledger, seal, before), seal.hash) && isSealSigned(secrets, seal);
    if (!isGood) return { ...brokenSeal(seal, 'seal'), no: Math.min(seal.no, index + 1) };
  }
  return null;
}

/** The first seal whose lines are others than when it was made. */
async function findBadLines(db: Db, ledger: Ledger, seals: readonly Seal[]): Promise<BrokenSeal | null> {
  for (let start = 0; start < seals.length; start += sealsOfPage) {
    const page = seals.slice(start, start + sealsOfPage);
    const lines = await loadSealed(db, ledger, { from: page[0]?.no ?? 0, to: page.at(-1)?.no ?? 0 });
    for (const seal of page) {
      const mine = sumUp(
        ledger,
        lines.filter((line) => line.seal_no === seal.no),
      );
      if (mine.line_count !== seal.line_count || !isSameBytes(mine.digest, seal.digest))
        return brokenSeal(seal, 'lines');
    }
  }
  // A line with the number of a seal that was never made.
  const [stray] = await loadSealed(db, ledger, { from: seals.length + 1, to: 2_147_483_647 });
  return stray ? { no: stray.seal_no ?? 0, what: 'lines', first_id: stray.id, last_id: stray.id } : null;
}

async function findUnsigned({ db, secrets }: LedgerScope, ledger: Ledger): Promise<number[]> {
  const ids: number[] = [];
  for (let after = 0; ;) {
    const page = await loadLines(db, ledger, after);
    ids.push(...page.filter((line) => line.is_copy || !isSigned(secrets, ledger, line)).map(({ id }) => id));
    if (page.length < sealSize) return ids;
    after = page.at(-1)?.id ?? after;
  }
}

/**
 * Checks every line of a ledger against its seal, every seal against its key and this node's anchor, and the signatures of lines
 * without a seal. Reads all of it; changes nothing. The database alone is not believed.
 */
export async function checkLedger(scope: LedgerScope, ledger: Ledger): Promise<LedgerCheck> {
  // Read before the snapshot: a seal made meanwhile is anchored, but not in it.
  const anchor = await loadAnchor(scope.config.data_dir, ledger);
  return scope.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((db) => checkSnapshot({ ...scope, db }, ledger, anchor));
}

async function checkSnapshot(scope: LedgerScope, ledger: Ledger, anchor: LedgerAnchor | null): Promise<LedgerCheck> {
  const { db } = scope;
  const seals = await loadSeals(db, ledger);
  const sum = (some: readonly Seal[]): number => some.reduce((count, { line_count: lines }) => count + lines, 0);
  const isAnchored = await hasAnchored(scope, ledger, anchor);
  const broken =
    findBadSeal(scope, ledger, seals) ??
    (await findBadLines(db, ledger, seals)) ??
    (isAnchored ? null : { no: seals.length, what: 'anchor' as const, first_id: null, last_id: null });
  const unsigned = seals.length > 0 ? await findUnsigned(scope, ledger) : [];
  return {
    seals: seals.length,
    sealed: sum(seals),
    opening: sum(seals.filter(({ is_opening }) => is_opening)),
    unsigned: unsigned.length,
    unsigned_ids: unsigned.slice(0, listed),
    broken,
    is_key_known: seals.length === 0 || seals.some((seal) => isSealSigned(scope.secrets, seal)),
  };
}

/** How many findings a check has. */
export const countFindings = ({ unsigned, broken }: LedgerCheck): number => unsigned + (broken ? 1 : 0);

/** One sentence for each finding, for an operator. */
export function describeFindings({ unsigned, unsigned_ids: ids, broken, is_key_known }: LedgerCheck): string[] {
  const texts: string[] = [];
  if (unsigned > 0)
    texts.push(
      `${unsigned} lines were not written by the application: ${ids.join(', ')}${unsigned > ids.length ? ' …' : ''}.`,
    );
  if (broken && !is_key_known) texts.push('None of the seals matches the current secret.');
  else if (broken?.what === 'seal') texts.push(`Seal ${broken.no} is missing or was changed.`);
  else if (broken?.what === 'lines')
    texts.push(`Lines of seal ${broken.no} (${broken.first_id}–${broken.last_id}) were changed, removed or added.`);
  else if (broken)
    texts.push(
      'The seal that is anchored in the data folder (ledger-anchors) is missing or was changed. Only where a backup was restored on another machine since, move that file away.',
    );
  return texts;
}
