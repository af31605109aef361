import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import {
  transferOptions,
  transferState,
  undoMinutes,
  type TransferState,
} from '@kaike/shared/domain/agencies/quota-transfer';
import type { Db } from '../../../../db/pool.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Signer } from '../../../commerce/ledgers/public.ts';
import { lockAgencies } from './lock-agencies.ts';
import { movePair } from './move-pair.ts';
import { moveQuota, recordLowQuota } from './quota.ts';

export type QuotaOffer = {
  id: number;
  from_agency_id: number;
  to_agency_id: number;
  amount: number;
  state: TransferState;
  undo_until: Date;
  remark: string;
};
type By = { operator_id: number; now: Date; secrets: Signer };
type Decision = By & { id: number; agency_id: number };

/** Holds or releases part of the balance; held quota cannot be spent otherwise. */
async function hold(trx: Db, agencyId: number, { delta, now }: { delta: number; now: Date }): Promise<void> {
  await sql`update agencies set held_num = held_num + ${delta}::int where id = ${agencyId}`.execute(trx);
  await recordLowQuota(trx, agencyId, now);
}

async function lockOffer(trx: Db, id: number): Promise<QuotaOffer> {
  const { rows } =
    await sql<QuotaOffer>`select id, from_agency_id, to_agency_id, amount, state, undo_until, remark from quota_transfers where id = ${id} for update`.execute(
      trx,
    );
  assert(rows[0], 'record.not_found');
  return rows[0];
}

async function decide(trx: Db, offer: QuotaOffer, decision: By & { state: TransferState }): Promise<void> {
  await sql`update quota_transfers set state = ${decision.state}, decided_by = ${decision.operator_id}, decided_at = ${decision.now} where id = ${offer.id}`.execute(
    trx,
  );
}

/** Offers quota to another agency and holds it until the offer is decided. */
export async function offerQuota(
  trx: Db,
  transfer: By & { from: number; to: number; amount: number; remark: string },
): Promise<number> {
  const { from, to, amount, now } = transfer;
  assert(from !== to, 'agency.same');
  const agencies = await lockAgencies(trx, [from, to]);
  const sender = agencies.get(from);
  for (const agency of agencies.values()) assert(agency.status === agencyStatus.active, 'agency.not_active');
  const free = (sender?.card_num ?? 0) - (sender?.held_num ?? 0);
  if (amount > free && sender?.unlimited !== 1)
    throw new AppError('agency.quota_short', { params: { left: free, needed: amount } });
  if (amount > free) {
    // Unlimited agency: the missing quota is added first, as in every other move.
    await moveQuota(trx, {
      agency_id: from,
      type: quotaType.increase,
      delta: amount - free,
      ref_type: 'agency',
      ref_id: from,
      operator_id: transfer.operator_id,
      now,
      idempotency_key: `lacking:${randomUUID()}`,
      secrets: transfer.secrets,
    });
  }
  await hold(trx, from, { delta: amount, now });
  const { id } = await trx
    .insertInto('quota_transfers')
    .values({
      from_agency_id: from,
      to_agency_id: to,
      amount,
      remark: transfer.remark,
      created_by: transfer.operator_id,
      created_at: now,
      undo_until: new Date(now.getTime() + undoMinutes * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The receiver accepts or declines the offer. */
export async function answerOffer(trx: Db, answer: Decision & { accept: boolean }): Promise<QuotaOffer> {
  const offer = await lockOffer(trx, answer.id);
  assert(offer.to_agency_id === answer.agency_id, 'record.not_found');
  assert(transferOptions(offer, answer.now).may_answer, 'agency.transfer_state');
  await lockAgencies(trx, [offer.from_agency_id, offer.to_agency_id]);
  await hold(trx, offer.from_agency_id, { delta: -offer.amount, now: answer.now });
  if (answer.accept) await moveOffered(trx, offer, answer);
  await decide(trx, offer, { ...answer, state: answer.accept ? transferState.accepted : transferState.declined });
  return offer;
}

async function moveOffered(trx: Db, offer: QuotaOffer, { operator_id, now, secrets }: By): Promise<void> {
  await movePair(trx, {
    from: offer.from_agency_id,
    to: offer.to_agency_id,
    amount: offer.amount,
    kind: 'transfer',
    ref_type: 'quota_transfer',
    ref_id: offer.id,
    operator_id,
    now,
    secrets,
    idempotency_key: `transfer:${offer.id}`,
    remark: offer.remark,
  });
}

/** The sender withdraws a waiting offer, or takes back an accepted one within ten minutes if the receiver still has the quota. */
export async function undoOffer(trx: Db, decision: Decision): Promise<QuotaOffer> {
  const { operator_id, now, secrets } = decision;
  const offer = await lockOffer(trx, decision.id);
  assert(offer.from_agency_id === decision.agency_id, 'record.not_found');
  const isWaiting = offer.state === transferState.waiting;
  assert(
    transferOptions(offer, now).may_undo,
    offer.state === transferState.accepted ? 'agency.undo_over' : 'agency.transfer_state',
  );
  await lockAgencies(trx, [offer.from_agency_id, offer.to_agency_id]);
  if (isWaiting) await hold(trx, offer.from_agency_id, { delta: -offer.amount, now });
  else {
    await movePair(trx, {
      from: offer.to_agency_id,
      to: offer.from_agency_id,
      amount: offer.amount,
      kind: 'recall',
      ref_type: 'quota_transfer',
      ref_id: offer.id,
      operator_id,
      now,
      secrets,
      idempotency_key: `transfer:${offer.id}:undo`,
    });
  }
  await decide(trx, offer, { ...decision, state: isWaiting ? transferState.withdrawn : transferState.taken_back });
  return offer;
}
