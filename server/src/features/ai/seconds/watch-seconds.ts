import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import { countFindings } from '../../commerce/ledgers/public.ts';
import { proveSeconds } from './prove-seconds.ts';

const stateKey = 'seconds_proof';

/** Verifies the ledger of seconds and stores the number of findings for the dashboard; a drift is also logged as an error. */
export async function watchSeconds(ctx: Context): Promise<void> {
  const { drifts, unbalanced, seals } = await proveSeconds(ctx);
  const count = drifts.length + unbalanced.length + countFindings(seals);
  await sql`insert into app_state (key, value) values (${stateKey}, ${JSON.stringify({ drift_count: count })}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(ctx.db);
  if (count > 0)
    ctx.log.error(
      { drifts: drifts.slice(0, 20), unbalanced: unbalanced.length, seals },
      'the ledger of AI seconds does not add up',
    );
}

/** What the last check found; 0 before the first. */
export async function lastSecondsDrift(ctx: Context): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select (value ->> 'drift_count')::int as count from app_state where key = ${stateKey}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
