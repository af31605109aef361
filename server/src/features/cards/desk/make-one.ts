import { sql } from 'kysely';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { quotaType } from '@kaike/shared/domain/agencies/quota-log';
import type { AdminCall } from '../../../core/call.ts';
import { assert } from '../../../core/app-error.ts';
import type { Db } from '../../../db/pool.ts';
import { checkMaySell, moveQuota } from '../../agencies/agencies/public.ts';
import { cardNumberOf } from '../batches/public.ts';
import { makeSecrets } from '../cards/public.ts';
import { createSnapshot } from '../../commerce/products/public.ts';

type Order = { agency_id: number; product_id: number };
type DeskBatch = { id: number; prefix: string; theme_id: number | null; made_count: number };

const prefix = 'KK';

/** A card that can be issued at once: the one that expires first. */
export async function findInStock(trx: Db, { agency_id, product_id }: Order, now: Date) {
  const { rows } = await sql<{ id: number }>`select c.id from cards c join card_batches b on b.id = c.batch_id
    where c.agency_id = ${agency_id} and c.product_id = ${product_id} and c.state = ${cardState.stock}
      and c.frozen_at is null and not c.awaits_receipt and (c.redeem_end_at is null or c.redeem_end_at > ${now})
      and b.state not in (${batchState.closed}, ${batchState.voided})
    order by c.redeem_end_at nulls last, c.id limit 1 for no key update of c skip locked`.execute(trx);
  return rows[0]?.id ?? null;
}

/** The batch of this day, one card larger; a new one when there is none, or the product has changed since. */
async function growBatch(trx: Db, call: AdminCall, order: Order): Promise<DeskBatch> {
  const now = call.ctx.clock();
  const day = dayOf(now);
  const snapshot = JSON.stringify(await createSnapshot(trx, order.product_id));
  const grown =
    await sql<DeskBatch>`update card_batches set quantity = quantity + 1, made_count = made_count + 1, updated_at = ${now}
    where id = (select id from card_batches where agency_id = ${order.agency_id} and product_id = ${order.product_id} and desk_day = ${day}::date
      and state = ${batchState.released} and product_snapshot = ${snapshot}::jsonb and deleted_at is null order by id desc limit 1)
    returning id, prefix, theme_id, made_count`.execute(trx);
  if (grown.rows[0]) return grown.rows[0];
  const { rows } =
    await sql<DeskBatch>`with next as (select nextval(pg_get_serial_sequence('card_batches', 'id')) as id)
    insert into card_batches (id, batch_no, name, theme_id, product_id, product_snapshot, agency_id, prefix, quantity, made_count, state, issue_on_made, desk_day, created_by)
    select id, ${day.replaceAll('-', '')} || lpad(id::text, 4, '0'), ${call.t('agencies.desk.batch_name', { day })},
      (select id from card_themes where is_default and deleted_at is null limit 1), ${order.product_id}::bigint, ${snapshot}::jsonb, ${order.agency_id}::bigint,
      ${prefix}, 1, 1, ${batchState.released}::smallint, true, ${day}::date, ${call.actor.user_id}::bigint
    from next returning id, prefix, theme_id, made_count`.execute(trx);
  assert(rows[0], 'server.internal');
  return rows[0];
}

/** Makes one card in stock and charges it to the quota; the agency's row is locked, so that cards of one agency are made one after the other. */
export async function makeOne(trx: Db, call: AdminCall, order: Order): Promise<number> {
  const now = call.ctx.clock();
  await checkMaySell(trx, { ...order, quantity: 1, now });
  const batch = await growBatch(trx, call, order);
  await moveQuota(trx, {
    agency_id: order.agency_id,
    type: quotaType.card_made,
    delta: -1,
    ref_type: 'card_batch',
    ref_id: batch.id,
    operator_id: call.actor.user_id,
    idempotency_key: `batch:${batch.id}:${batch.made_count}`,
    now,
    secrets: call.ctx.secrets,
  });
  const {
    hashes: [secret_hash],
    sealed: [secret_enc],
    last4: [secret_last4],
  } = await makeSecrets(call.ctx.secrets, 1);
  assert(secret_hash && secret_enc && secret_last4, 'server.internal');
  const card = await trx
    .insertInto('cards')
    .values({
      card_no: cardNumberOf(batch, batch.made_count),
      secret_hash,
      secret_enc,
      secret_last4,
      batch_id: batch.id,
      batch_seq: batch.made_count,
      theme_id: batch.theme_id,
      product_id: order.product_id,
      agency_id: order.agency_id,
      state: cardState.stock,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return card.id;
}
