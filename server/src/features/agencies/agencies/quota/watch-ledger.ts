import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';
import { countFindings } from '../../../commerce/ledgers/public.ts';
import { proveLedger, type LedgerProof } from './prove-ledger.ts';

const stateKey = 'ledger_proof';

/** What is stored; a release before reads the length of the lists and stores no number. */
type Stored = { checked_at: string; drift_count?: number; drifts?: unknown[]; unbalanced?: unknown[] };

const findingsOf = ({ drifts, unbalanced, seals }: LedgerProof): number =>
  drifts.length + unbalanced.length + countFindings(seals);

/** Verifies the ledger and stores the result for the dashboard; a drift is also logged as an error. */
export async function watchLedger(ctx: Context): Promise<void> {
  const proof = await proveLedger(ctx);
  const { drifts, unbalanced } = proof;
  const stored: Stored = {
    checked_at: ctx.clock().toISOString(),
    drift_count: findingsOf(proof),
    drifts,
    unbalanced,
  };
  const value = JSON.stringify(stored);
  await sql`insert into app_state (key, value) values (${stateKey}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(ctx.db);
  if (findingsOf(proof) > 0)
    ctx.log.error(
      { drifts: drifts.slice(0, 20), unbalanced: unbalanced.length, seals: proof.seals },
      'the quota ledger does not add up',
    );
}

/** The result of the last check; null before the first. */
export async function lastProof(ctx: Context): Promise<{ checked_at: string; drift_count: number } | null> {
  const { rows } = await sql<{ value: Stored }>`select value from app_state where key = ${stateKey}`.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  const { checked_at, drift_count: count, drifts = [], unbalanced = [] } = row.value;
  return { checked_at, drift_count: count ?? drifts.length + unbalanced.length };
}
