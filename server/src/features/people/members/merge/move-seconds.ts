import { secondsType } from '@kaike/shared/domain/ai/second-log';
import type { Db } from '../../../../db/pool.ts';
import { postSeconds } from '../../../ai/seconds/public.ts';
import type { Signer } from '../../../commerce/ledgers/public.ts';

type Side = { member_id: number };
type Move = {
  merge_id: number;
  from: Side;
  to: Side;
  amount: number;
  step: 'merge' | 'undo';
  operator_id: number;
  now: Date;
  secrets: Signer;
};

/** Moves seconds of AI talk between the accounts of a merge as a balanced pair, once for each step. */
export async function moveSeconds(trx: Db, { merge_id, from, to, amount, step, ...by }: Move): Promise<void> {
  const side = ({ member_id }: Side, delta: number) => ({
    member_id,
    type: secondsType.merge,
    delta,
    ref_type: 'member_merge',
    ref_id: merge_id,
    idempotency_key: `member_merge:${merge_id}:${step}`,
  });
  await postSeconds(trx, [side(from, -amount), side(to, amount)], { ...by, when_short: 'refuse' });
}
