import { agencyStatus } from '@kaike/shared/domain/people/people';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import { lockAgencies } from './lock-agencies.ts';
import { postQuota, type QuotaCause } from './quota.ts';

export type PairMove = QuotaCause & { from: number; to: number; amount: number; kind: 'transfer' | 'recall' };

/** Moves quota from one agency to another as a balanced pair. Neither may be frozen, except that quota can be recalled from a frozen one. */
export async function movePair(trx: Db, move: PairMove): Promise<boolean> {
  const { from, to, amount, kind, ...cause } = move;
  assert(from !== to, 'agency.same');
  const agencies = await lockAgencies(trx, [from, to]);
  const mustBeActive = kind === 'transfer' ? [from, to] : [to];
  for (const id of mustBeActive) assert(agencies.get(id)?.status === agencyStatus.active, 'agency.not_active');
  const [out, into] =
    kind === 'transfer' ? [quotaType.transfer_out, quotaType.transfer_in] : [quotaType.recall_out, quotaType.recall_in];
  return postQuota(
    trx,
    [
      { agency_id: from, counterparty_id: to, type: out, delta: -amount },
      { agency_id: to, counterparty_id: from, type: into, delta: amount },
    ],
    cause,
  );
}
