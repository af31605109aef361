import { sql } from 'kysely';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { payForBatch, returnVoided } from '../../agencies/agencies/public.ts';
import { makeSecrets } from '../../cards/cards/public.ts';
import { grantOf, loadHolder } from '../../commerce/orders/public.ts';
import { createSnapshot } from '../../commerce/products/public.ts';
import type { DemoProduct } from './demo-courses.ts';
import type { Studying } from './demo-learning.ts';
import type { DemoAgency, DemoMember } from './demo-people.ts';
import type { SeededRandom } from './random.ts';

type SeedContext = { ctx: Context; trx: Db; random: SeededRandom; now: Date };
type Batch = {
  id: number;
  product: DemoProduct;
  snapshot: ProductSnapshot;
  agency_id: number | null;
  first_card: number;
};

const dayMs = 86_400_000;
const cardsPerBatch = 24;
const yearDays = 365;
/** Positions within a batch, so that every state occurs; the rest stays issued. */
const places = {
  stock: [0, 1, 2],
  claimed: [3, 4],
  frozen: [5],
  voided: [6],
  reversed: [7],
  activated_from: 8,
  activated_to: 19,
};

async function makeTheme(trx: Db): Promise<number> {
  const themes = await trx
    .insertInto('card_themes')
    .values([
      { name: '清晨蓝', is_default: true, sort: 1 },
      { name: '节日红', sort: 2 },
    ])
    .returning('id')
    .execute();
  return themes[0]?.id ?? 0;
}

async function makeBatch(
  context: SeedContext,
  product: DemoProduct,
  place: { index: number; theme_id: number; agency_id: number | null },
): Promise<Batch> {
  const { ctx, trx, now } = context;
  const createdAt = new Date(now.getTime() - (95 - place.index) * dayMs);
  // One batch is about to expire, one has expired.
  const end = new Date(now.getTime() + (place.index === 3 ? 20 : place.index === 4 ? -5 : yearDays) * dayMs);
  const snapshot = await createSnapshot(trx, product.id);
  const prefix = `DM${String(place.index + 1).padStart(2, '0')}`;
  const batch = await trx
    .insertInto('card_batches')
    .values({
      batch_no: `DEMO-${prefix}`,
      name: `示例批次 ${place.index + 1}`,
      theme_id: place.theme_id,
      product_id: product.id,
      product_snapshot: JSON.stringify(snapshot),
      agency_id: place.agency_id,
      prefix,
      quantity: cardsPerBatch,
      made_count: cardsPerBatch,
      redeem_end_at: end,
      state: batchState.released,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await payForBatch(trx, {
    agency_id: place.agency_id,
    batch_id: batch.id,
    quantity: cardsPerBatch,
    operator_id: null,
    now: createdAt,
    secrets: ctx.secrets,
  });
  const secrets = await makeSecrets(ctx.secrets, cardsPerBatch);
  const { rows } = await sql<{
    id: number;
  }>`insert into cards (card_no, secret_hash, secret_enc, secret_last4, batch_id, batch_seq, theme_id, product_id, agency_id, state, redeem_end_at, issued_at, created_at)
    select ${prefix} || lpad(n::text, 8, '0'), h, e, l, ${batch.id}, n, ${place.theme_id}, ${product.id}, ${place.agency_id}::bigint, ${cardState.issued}, ${end}, ${createdAt}::timestamptz + interval '1 day', ${createdAt}
    from unnest(${secrets.hashes}::bytea[], ${secrets.sealed}::bytea[], ${secrets.last4}::text[]) with ordinality as x(h, e, l, n) order by n returning id`.execute(
    trx,
  );
  return { id: batch.id, product, snapshot, agency_id: place.agency_id, first_card: rows[0]?.id ?? 0 };
}

async function setState(
  trx: Db,
  batch: Batch,
  change: { at: readonly number[]; set: ReturnType<typeof sql> },
): Promise<void> {
  await sql`update cards set ${change.set} where batch_id = ${batch.id} and batch_seq = any(${change.at.map((place) => place + 1)}::int[])`.execute(
    trx,
  );
}

async function activate(context: SeedContext, batch: Batch, member: DemoMember, place: number): Promise<Studying> {
  const { trx, random, now } = context;
  const at = new Date(Math.min(now.getTime() - 3_600_000, member.joined_at.getTime() + random.int(1, 48) * 3_600_000));
  const { rows } = await sql<{
    id: number;
  }>`update cards set state = ${cardState.activated}, activated_at = ${at}, activated_member_id = ${member.id}, owner_member_id = ${member.id}
    where batch_id = ${batch.id} and batch_seq = ${place + 1} returning id`.execute(trx);
  const cardId = rows[0]?.id ?? 0;
  const { held } = await loadHolder(trx, { member_id: member.id, product_id: batch.product.id, lock: true });
  const stacked = grantOf(batch.snapshot, held, at);
  // When the stack rule refuses a second card, grant it as if the member had none; the demo picks members at random.
  const grant = 'refused' in stacked ? grantOf(batch.snapshot, new Map(), at) : stacked;
  const courses = 'refused' in grant ? [] : grant.courses;
  if (courses.length > 0) {
    await trx
      .insertInto('entitlements')
      .values(
        courses.map(({ course, start_at: start, end_at: end }) => ({
          member_id: member.id,
          kind: 'course',
          course_id: course.id,
          source_type: 'card',
          source_id: cardId,
          start_at: start,
          end_at: end,
          created_at: at,
        })),
      )
      .execute();
  }
  await sql`update members set activated_at = least(coalesce(activated_at, ${at}), ${at}) where id = ${member.id}`.execute(
    trx,
  );
  return { member_id: member.id, agency_id: member.agency_id, from: at, course_ids: batch.product.course_ids };
}

/** Creates a batch per product, with cards in every state; returns who activated what, for the learning records. */
export async function makeCardsInEveryState(
  context: SeedContext,
  products: readonly DemoProduct[],
  people: { agencies: readonly DemoAgency[]; members: readonly DemoMember[] },
): Promise<Studying[]> {
  const { trx, now } = context;
  const themeId = await makeTheme(trx);
  // All before the first card is voided, so that the ledger of quota is in the order of time.
  const batches: Batch[] = [];
  for (const [index, product] of products.entries()) {
    const agencyId = index % 2 === 0 ? (people.agencies[index / 2]?.id ?? null) : null;
    batches.push(await makeBatch(context, product, { index, theme_id: themeId, agency_id: agencyId }));
  }
  const members: Studying[] = [];
  for (const [index, batch] of batches.entries()) {
    await setState(trx, batch, { at: places.stock, set: sql`state = ${cardState.stock}, issued_at = null` });
    const claimer = people.members[index];
    if (claimer)
      await setState(trx, batch, {
        at: places.claimed,
        set: sql`state = ${cardState.claimed}, owner_member_id = ${claimer.id}, claimed_at = ${now}`,
      });
    await setState(trx, batch, { at: places.frozen, set: sql`frozen_at = ${now}, frozen_reason = ${'客户反馈遗失'}` });
    await setState(trx, batch, { at: places.voided, set: sql`state = ${cardState.voided}` });
    await returnVoided(trx, {
      agency_id: batch.agency_id,
      batch_id: batch.id,
      count: places.voided.length,
      first: batch.first_card + (places.voided[0] ?? 0),
      operator_id: null,
      now,
      secrets: context.ctx.secrets,
    });
    await setState(trx, batch, { at: places.reversed, set: sql`state = ${cardState.reversed}` });
    for (let place = places.activated_from; place < places.activated_to; place += 1) {
      const member = people.members[(index * 11 + place) % people.members.length];
      if (member) members.push(await activate(context, batch, member, place));
    }
    await sql`update card_batches set activated_count = ${places.activated_to - places.activated_from} where id = ${batch.id}`.execute(
      trx,
    );
  }
  return members;
}
