import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { countFindings } from '../../ledgers/public.ts';
import { proveLedger, type LedgerProof } from './prove-ledger.ts';

const stateKey = 'ledger_proof';

const findingsOf = ({ drifts, unbalanced, seals }: LedgerProof): number =>
  drifts.length + unbalanced.length + countFindings(seals);

/** Verifies the ledger and stores the result for the dashboard; a drift is also logged as an error. */
export async function watchLedger(ctx: Context): Promise<void> {
  const proof = await proveLedger(ctx);
  const value = JSON.stringify({ checked_at: ctx.clock().toISOString(), drift_count: findingsOf(proof) });
  await sql`insert into app_state (key, value) values (${stateKey}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(ctx.db);
  if (findingsOf(proof) > 0)
    ctx.log.error(
      { drifts: proof.drifts.slice(0, 20), unbalanced: proof.unbalanced.length, seals: proof.seals },
      'the quota ledger does not add up',
    );
}

/** The result of the last check; null before the first. */
export async function lastProof(ctx: Context): Promise<{ checked_at: string; drift_count: number } | null> {
  const { rows } = await sql<{
    value: { checked_at: string; drift_count?: number };
  }>`select value from app_state where key = ${stateKey}`.execute(ctx.db);
  const value = rows[0]?.value;
  return value ? { checked_at: value.checked_at, drift_count: value.drift_count ?? 0 } : null;
}
