import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { proveLedger, type LedgerProof } from './prove-ledger.ts';

const stateKey = 'ledger_proof';

/** Whether the check found a problem. */
export const hasDrift = ({ drifts, unbalanced }: LedgerProof): boolean => drifts.length + unbalanced.length > 0;

/** Verifies the ledger and stores the result for the dashboard; a drift is also logged as an error. */
export async function watchLedger(ctx: Context): Promise<void> {
  const proof = await proveLedger(ctx.db);
  const value = JSON.stringify({ ...proof, checked_at: ctx.clock().toISOString() });
  await sql`insert into app_state (key, value) values (${stateKey}, ${value}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(ctx.db);
  if (hasDrift(proof))
    ctx.log.error(
      { drifts: proof.drifts.slice(0, 20), unbalanced: proof.unbalanced.length },
      'the quota ledger does not add up',
    );
}

/** The result of the last check; null before the first. */
export async function lastProof(ctx: Context): Promise<{ checked_at: string; drift_count: number } | null> {
  const { rows } = await sql<{
    value: LedgerProof & { checked_at: string };
  }>`select value from app_state where key = ${stateKey}`.execute(ctx.db);
  const value = rows[0]?.value;
  return value ? { checked_at: value.checked_at, drift_count: value.drifts.length + value.unbalanced.length } : null;
}
