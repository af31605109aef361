import { sql } from 'kysely';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import type { Context } from '../../src/core/context.ts';
import { rebuildTree } from '../../src/kit/write/rebuild-tree.ts';
import { buildAgency, buildBatch, buildCard, buildEntitlement, buildMember, buildUser } from '../factories.ts';

/** Part of every text in foreign rows: no response to the agency may contain it. */
export const marker = 'FOREIGNMARK';
/** A search term that matches the marker, but is not a leak itself when a response or a log repeats it. */
export const searchTerm = 'FOREIGNMAR';
/** Part of the agency's own rows; without them every empty response would look right. */
export const ownMarker = 'OWNMARK';

export type Planted = {
  agency: number;
  cousin: number;
  batch: number;
  card: number;
  member: number;
  user: number;
  log: number;
  record: number;
  approval: number;
  order: number;
  carton: number;
  course: number;
  product: number;
};

/** Creates the agency under test and its parent. */
export async function plantFamily(ctx: Context): Promise<{ parent: number; own: number }> {
  const parent = await buildAgency(ctx, {
    name: `${marker}上级`,
    code: `${marker}0`,
    contact_name: marker,
    remark: marker,
    card_num: 5000,
  });
  const own = await buildAgency(ctx, { name: ownMarker, parent_id: parent.id, level: 2 });
  await rebuildTree(ctx.db, agencies);
  return { parent: parent.id, own: own.id };
}

/** Creates the agency's own rows; each refers to foreign rows wherever possible. */
export async function plantOwn(
  ctx: Context,
  family: { parent: number; own: number },
  outside: Planted,
): Promise<Planted> {
  const { own } = family;
  const user = await buildUser(ctx, { username: `${ownMarker}_user`, name: ownMarker });
  const member = await buildMember(ctx, { user_id: user.id, real_name: ownMarker, agency_id: own });
  const batch = await buildBatch(ctx, { agency_id: own, name: `${ownMarker}批`, product_id: outside.product });
  const card = await buildCard(ctx, { batch_id: batch.id, card_no: `${ownMarker}0001` });
  // Sold by this agency, used by another agency's member.
  await buildCard(ctx, {
    batch_id: batch.id,
    card_no: `${ownMarker}0002`,
    state: 40,
    owner_member_id: outside.member,
    activated_member_id: outside.member,
    activated_at: ctx.clock(),
  });
  await buildCard(ctx, {
    batch_id: batch.id,
    card_no: `${ownMarker}0003`,
    state: 40,
    owner_member_id: member.id,
    activated_member_id: member.id,
    activated_at: ctx.clock(),
  });
  const log = await ctx.db
    .insertInto('card_num_logs')
    .values({
      agency_id: own,
      counterparty_id: family.parent,
      type: 5,
      delta: 1000,
      balance_before: 0,
      balance_after: 1000,
      request_id: 'own-1',
      remark: ownMarker,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rest = await plantRest(ctx, {
    agency: own,
    member: member.id,
    batch: batch.id,
    user: user.id,
    course: outside.course,
    product: outside.product,
    mark: ownMarker,
  });
  return {
    ...rest,
    agency: own,
    cousin: own,
    batch: batch.id,
    card: card.id,
    member: member.id,
    user: user.id,
    log: log.id,
    course: outside.course,
    product: outside.product,
  };
}

type RestInput = {
  agency: number;
  member: number;
  batch: number;
  user: number;
  course: number;
  product: number;
  mark: string;
};

async function plantRest(
  ctx: Context,
  { agency, member, batch, user, course, product, mark }: RestInput,
): Promise<{ record: number; approval: number; order: number; carton: number }> {
  const lesson = await ctx.db
    .selectFrom('lessons')
    .select('id')
    .where('course_id', '=', course)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const record = await ctx.db
    .insertInto('learning_records')
    .values({
      member_id: member,
      agency_id: agency,
      course_id: course,
      lesson_id: lesson.id,
      percent: 50,
      study_sec: 60,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const later = new Date(ctx.clock().getTime() + 3_600_000);
  const approval = await ctx.db
    .insertInto('card_approvals')
    .values({
      action: 'void-cards',
      batch_id: batch,
      agency_id: agency,
      card_count: 1,
      reason: mark,
      requested_by: user,
      is_for_agency: true,
      expires_at: later,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const order = await ctx.db
    .insertInto('pay_orders')
    .values({
      order_no: `${mark}${batch}`,
      member_id: member,
      agency_id: agency,
      product_id: product,
      product_snapshot: JSON.stringify({ title: mark }),
      amount: 9900,
      payable: 9900,
      status: 20,
      channel: 'sandbox',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await buildEntitlement(ctx, { member_id: member, course_id: course });
  const carton = await ctx.db
    .insertInto('card_cartons')
    .values({
      batch_id: batch,
      agency_id: agency,
      carton_no: 1,
      scan_code: `${mark}${batch}`,
      first_seq: 1,
      last_seq: 10,
      first_no: `${mark}0001`,
      last_no: `${mark}0010`,
      card_count: 10,
      tracking_no: mark,
      remark: mark,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { carton: carton.id, record: record.id, approval: approval.id, order: order.id };
}

/** Creates two other agencies with all kinds of rows, and rows of the school itself. Each call adds more of them, with the given product. */
export async function plantForeign(
  ctx: Context,
  { parent, product: productId }: { parent: number; product?: number },
): Promise<Planted> {
  const {
    rows: [number],
  } = await sql<{ next: number }>`select count(*)::int as next from agencies`.execute(ctx.db);
  const mark = `${marker}${number?.next ?? 0}`;
  const agency = await buildAgency(ctx, {
    name: `${mark}甲`,
    code: `${mark}1`,
    contact_name: mark,
    address: mark,
    remark: mark,
    card_num: 500,
  });
  const cousin = await buildAgency(ctx, { name: `${mark}乙`, code: `${mark}2`, parent_id: parent, card_num: 500 });
  await rebuildTree(ctx.db, agencies);
  const user = await buildUser(ctx, { username: `${mark}_user`, name: mark });
  const member = await buildMember(ctx, {
    user_id: user.id,
    real_name: mark,
    school: mark,
    remark: mark,
    agency_id: cousin.id,
  });
  await buildMember(ctx, { real_name: `${mark}校`, remark: mark });
  const batch = await buildBatch(ctx, {
    name: `${mark}批`,
    batch_no: `${mark}B`,
    remark: mark,
    agency_id: agency.id,
    ...(productId ? { product_id: productId } : {}),
  });
  const card = await buildCard(ctx, {
    batch_id: batch.id,
    card_no: `${mark}0001`,
    remark: mark,
    owner_member_id: member.id,
  });
  await buildCard(ctx, {
    batch_id: (await buildBatch(ctx, { name: `${mark}校`, product_id: batch.product_id })).id,
    card_no: `${mark}0002`,
    remark: mark,
  });
  const log = await ctx.db
    .insertInto('card_num_logs')
    .values({
      agency_id: agency.id,
      counterparty_id: parent,
      type: 1,
      delta: 500,
      balance_before: 0,
      balance_after: 500,
      request_id: `${mark}-1`,
      remark: mark,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('quota_transfers')
    .values({
      from_agency_id: agency.id,
      to_agency_id: cousin.id,
      amount: 7,
      remark: mark,
      created_at: ctx.clock(),
      undo_until: ctx.clock(),
    })
    .execute();
  await ctx.db
    .insertInto('down_logs')
    .values(
      [agency.id, null].map((id) => ({
        operator: mark,
        agency_id: id,
        resource: 'members',
        filters: JSON.stringify({ keyword: mark }),
        reason: mark,
      })),
    )
    .execute();
  await ctx.db
    .insertInto('card_risks')
    .values({
      rule: 'guessing',
      subject_key: mark,
      member_id: member.id,
      agency_id: agency.id,
      score: 90,
      evidence: JSON.stringify({ note: mark }),
      first_at: ctx.clock(),
      last_at: ctx.clock(),
    })
    .execute();
  const product = await ctx.db
    .selectFrom('products')
    .select('course_ids')
    .where('id', '=', batch.product_id)
    .executeTakeFirstOrThrow();
  const course = product.course_ids[0] ?? 0;
  const rest = await plantRest(ctx, {
    agency: cousin.id,
    member: member.id,
    batch: batch.id,
    user: user.id,
    course,
    product: batch.product_id,
    mark,
  });
  return {
    ...rest,
    agency: agency.id,
    cousin: cousin.id,
    batch: batch.id,
    card: card.id,
    member: member.id,
    user: user.id,
    log: log.id,
    course,
    product: batch.product_id,
  };
}
