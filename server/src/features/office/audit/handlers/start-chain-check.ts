import { sql } from 'kysely';
import type { ChainCheck } from '@kaike/shared/contracts/office/logs';
import { lockUntilCommit } from '../../../../db/hidden-names.ts';
import type { AdminCall } from '../../../../core/call.ts';
import { addJob, jobPriority } from '../../../../core/job.ts';
import { stateKey, loadState, presentCheck, neverChecked, saveState } from '../chain-check.ts';

/** A check without progress for this long is considered dead; another may start. */
const silentMs = 120_000;

/** Starts a check in the background, unless one is running. */
export async function startChainCheck(call: AdminCall): Promise<ChainCheck> {
  const { ctx } = call;
  return ctx.db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, stateKey);
    const now = ctx.clock();
    const state = await loadState(trx);
    if (state.state === 'running' && now.getTime() - new Date(state.told_at ?? 0).getTime() < silentMs)
      return presentCheck(state);
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from logs`.execute(trx);
    const started: ChainCheck = {
      ...neverChecked,
      state: 'running',
      total: rows[0]?.total ?? 0,
      started_at: now.toISOString(),
    };
    await saveState(trx, started, now);
    await addJob(trx, 'check-log-chain', {}, { key: stateKey, max_attempts: 3, priority: jobPriority.first });
    return started;
  });
}
