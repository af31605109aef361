import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import type { Db } from '../../../../db/pool.ts';
import type { Signer } from '../../../commerce/ledgers/public.ts';
import { checkMaySell, moveQuota } from './quota.ts';

type Batch = {
  agency_id: number | null;
  batch_id: number;
  operator_id: number | null;
  now: Date;
  secrets: Signer;
  remark?: string;
};

const causeOf = ({ batch_id: id, operator_id, now, secrets, remark }: Batch) => ({
  ref_type: 'card_batch',
  ref_id: id,
  operator_id,
  now,
  secrets,
  ...(remark ? { remark } : {}),
});

/** Charges the quota of a new batch; idempotent. A batch of the school costs nothing. */
export async function payForBatch(trx: Db, batch: Batch & { quantity: number }): Promise<boolean> {
  if (batch.agency_id === null) return false;
  return moveQuota(trx, {
    ...causeOf(batch),
    agency_id: batch.agency_id,
    type: quotaType.card_made,
    delta: -batch.quantity,
    idempotency_key: `batch:${batch.batch_id}`,
  });
}

/** Returns the quota of voided cards. A card is voided once, so the first card id identifies the return; `unmade` stands for the part that was never made. */
export async function returnVoided(
  trx: Db,
  voided: Batch & { count: number; first: number | 'unmade' },
): Promise<boolean> {
  if (voided.agency_id === null || voided.count === 0) return false;
  const key = voided.first === 'unmade' ? `void:${voided.batch_id}:unmade` : `void:${voided.batch_id}:${voided.first}`;
  return moveQuota(trx, {
    ...causeOf(voided),
    agency_id: voided.agency_id,
    type: quotaType.void_return,
    delta: voided.count,
    idempotency_key: key,
  });
}

/** Returns the quota of a reversed card, once per card. The caller's policy decides whether a reversal returns quota. */
export async function returnReversed(trx: Db, reversed: Batch & { card_id: number }): Promise<boolean> {
  if (reversed.agency_id === null) return false;
  return moveQuota(trx, {
    ...causeOf(reversed),
    agency_id: reversed.agency_id,
    type: quotaType.reversal_return,
    delta: 1,
    idempotency_key: `reverse:${reversed.card_id}`,
  });
}

type Opening = { agency_id: number; member_id: number; operator_id: number | null; now: Date; secrets: Signer };

/** Charges a product that an agency opens for a new member like a card of it, which the agency must be allowed to sell. */
export async function payForMember(
  trx: Db,
  { member_id, product_id, ...opening }: Opening & { product_id: number },
): Promise<void> {
  await checkMaySell(trx, { ...opening, product_id, quantity: 1 });
  await moveQuota(trx, {
    ...opening,
    type: quotaType.member_opened,
    delta: -1,
    ref_type: 'member',
    ref_id: member_id,
    idempotency_key: `member:${member_id}:${product_id}`,
  });
}

/** Returns what was charged for a member who is taken back, once. */
export async function returnMember(trx: Db, { member_id, ...cause }: Omit<Opening, 'agency_id'>): Promise<void> {
  const charged = await trx
    .selectFrom('card_num_logs')
    .select(({ fn }) => ['agency_id', fn.sum<string>('delta').as('delta')])
    .where('ref_type', '=', 'member')
    .where('ref_id', '=', member_id)
    .groupBy('agency_id')
    .execute();
  for (const { agency_id, delta } of charged) {
    if (Number(delta) >= 0) continue;
    await moveQuota(trx, {
      ...cause,
      agency_id,
      type: quotaType.void_return,
      delta: -Number(delta),
      ref_type: 'member',
      ref_id: member_id,
      idempotency_key: `member:${member_id}:return`,
    });
  }
}
