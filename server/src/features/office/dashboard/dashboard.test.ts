import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { fileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { addJob } from '../../../core/job.ts';
import { buildAgency, buildCard, buildCourse, buildMember, buildProduct } from '../../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Item = {
  sum: number | null;
  names: string[];
  resource: string | null;
  key: string;
  count: number;
  since: string | null;
  ways: { verb: string | null; url: string }[];
};

const todoOf = async (as: AdminPerson): Promise<Item[]> => (await app.http('GET', '/admin/todo', { as })).body.items;

describe('GET /admin/index', () => {
  it('sums up the day of what the role may list, in its scope', async () => {
    const { course } = await buildCourse(app.ctx);
    const agency = await buildAgency(app.ctx);
    const [mine, foreign] = [await app.person.member({ agency_id: agency.id }), await app.person.member()];
    const day = new Date(app.ctx.clock().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    for (const [member, seconds] of [
      [mine, 100],
      [foreign, 20],
    ] as const) {
      await app.ctx.db
        .insertInto('learning_days')
        .values({ member_id: member.member_id, day, course_id: course.id, study_sec: seconds })
        .execute();
    }
    const admin = await app.person.admin();
    const { body } = await app.http('GET', '/admin/index', { as: admin });
    expect(body.trend).toHaveLength(30);
    expect(body.trend.at(-1)).toEqual({ day, activations: 0, joined: 2, studying: 2, study_sec: 120 });
    expect((await app.http('GET', '/admin/index', { as: admin, query: { days: '7' } })).body.trend).toHaveLength(7);
    expect((await app.http('GET', '/admin/index', { as: admin, query: { days: '8' } })).status).toBe(422);
    const agent = await app.person.adminWith(['admin.members.list', 'admin.learning-records.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    const own = (await app.http('GET', '/admin/index', { as: agent })).body;
    expect(own.trend.at(-1)).toMatchObject({ joined: 1, studying: 1, study_sec: 100 });
    expect([own.money, own.recent]).toEqual([null, []]);
    // What is cached says since when.
    const countedAt = app.ctx.clock().toISOString();
    app.clock.advance(60_000);
    const again = (await app.http('GET', '/admin/index', { as: agent })).body;
    expect([own.counted_at, again.counted_at]).toEqual([countedAt, countedAt]);
    expect([body.courses, own.courses].map(([first]) => [first.id, first.member_count])).toEqual([
      [course.id, 2],
      [course.id, 1],
    ]);
  });

  it('is empty, but there, for who may list nothing', async () => {
    const nobody = await app.person.adminWith([]);
    const { status, body } = await app.http('GET', '/admin/index', { as: nobody });
    expect([status, body]).toEqual([
      200,
      { money: null, trend: [], courses: [], totals: [], counted_at: null, recent: [] },
    ]);
    expect(await todoOf(nobody)).toEqual([]);
    for (const path of ['/admin/index', '/admin/todo'])
      expect((await app.http('GET', path, { as: await app.person.member() })).status).toBe(403);
  });

  it('counts administrators, roles, users and menus for who may list them', async () => {
    const counter = await app.person.adminWith(
      ['admins', 'roles', 'users', 'menus'].map((name) => `admin.${name}.list`),
    );
    const all = (await app.http('GET', '/admin/index', { as: counter })).body.totals;
    const { db } = app.ctx;
    const countOf = async (table: 'admins' | 'roles' | 'users') =>
      (await db.selectFrom(table).select('id').where('deleted_at', 'is', null).execute()).length;
    expect(all).toEqual([
      { of: 'admins', count: await countOf('admins') },
      { of: 'roles', count: await countOf('roles') },
      { of: 'users', count: await countOf('users') },
      { of: 'menus', count: expect.any(Number) },
    ]);
    const reader = await app.person.adminWith(['admin.roles.list']);
    expect((await app.http('GET', '/admin/index', { as: reader })).body.totals).toEqual([
      { of: 'roles', count: await countOf('roles') },
    ]);
  });

  it('shows the latest changes', async () => {
    const admin = await app.person.admin();
    await app.http('POST', '/admin/subjects', { as: admin, body: { name: '英语' } });
    const { body } = await app.http('GET', '/admin/index', { as: admin });
    expect(body.recent[0]).toMatchObject({
      operator: '超级管理员',
      resource: 'subjects',
      action: 'create',
      record_title: '英语',
    });
  });
});

async function buildOrder(columns: { paid_at: Date }): Promise<{ id: number }> {
  const [member, product] = [await buildMember(app.ctx), await buildProduct(app.ctx)];
  return app.ctx.db
    .insertInto('pay_orders')
    .values({
      order_no: `PO${Math.random()}`.slice(0, 20),
      member_id: member.id,
      product_id: product.id,
      product_snapshot: '{}',
      amount: 29_900,
      payable: 29_900,
      status: orderStatus.delivery_failed,
      channel: 'wechat',
      client_type: 'web',
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

const hourMs = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(app.ctx.clock().getTime() - hours * hourMs);

describe('GET /admin/todo', () => {
  it('names what waits, the gravest and oldest first, with the verb of who may use it', async () => {
    const admin = await app.person.admin();
    const [order, other] = [await buildOrder({ paid_at: hoursAgo(0) }), await buildOrder({ paid_at: hoursAgo(26) })];
    await app.ctx.db
      .insertInto('card_risks')
      .values({
        rule: 'guessing_member',
        subject_key: `order:${order.id}`,
        score: 20,
        evidence: '{}',
        first_at: hoursAgo(2),
        last_at: app.ctx.clock(),
      })
      .execute();
    const [stuck, risk] = await todoOf(admin);
    expect(stuck).toMatchObject({
      resource: 'pay-orders',
      key: 'stuck',
      tone: 'danger',
      count: 2,
      since: hoursAgo(26).toISOString(),
      ways: [{ verb: 'deliver', url: '/admin/pay-orders?where[_view]=stuck' }],
      names: [],
    });
    expect(risk).toMatchObject({ resource: 'card-risks', key: 'open', count: 1, ways: [{ verb: null }] });
    // The tab counts the same rows, and the list shows them.
    const index = (await app.http('GET', '/admin/pay-orders', { as: admin })).body;
    expect(index.views).toEqual({ refunding: 0, stuck: 2, pending: 0 });
    const rows = (await app.http('GET', '/admin/pay-orders/list?where[_view]=stuck', { as: admin })).body;
    expect([rows.total, rows.data.map(({ id }: { id: number }) => id)]).toEqual([2, [other.id, order.id]]);
    expect((await app.http('GET', '/admin/pay-orders/list?where[_view]=nothing', { as: admin })).status).toBe(422);
    // Who may only look gets no verb; one row is opened at once, with its verb for who may.
    await app.ctx.db
      .updateTable('pay_orders')
      .set({ status: orderStatus.delivered })
      .where('id', '=', other.id)
      .execute();
    expect((await todoOf(admin)).find(({ key }) => key === 'stuck')).toMatchObject({
      ways: [{ url: `/admin/pay-orders?where[_view]=stuck&open=${order.id}&do=deliver` }],
      names: [expect.stringMatching(/./), expect.stringMatching(/./)],
    });
    await app.ctx.db
      .updateTable('pay_orders')
      .set({ status: orderStatus.refunding })
      .where('id', 'in', [order.id, other.id])
      .execute();
    expect((await todoOf(admin)).find(({ key }) => key === 'refunding')).toMatchObject({ count: 2, sum: 59_800 });
    await app.ctx.db
      .updateTable('pay_orders')
      .set({ status: orderStatus.delivery_failed })
      .where('id', '=', order.id)
      .execute();
    const reader = await app.person.adminWith(['admin.pay-orders.list']);
    expect((await todoOf(reader)).find(({ key }) => key === 'stuck')).toMatchObject({
      ways: [{ verb: null, url: `/admin/pay-orders?where[_view]=stuck&open=${order.id}` }],
    });
    const { money } = (await app.http('GET', '/admin/index', { as: reader })).body;
    expect([money.days.length, money.today.orders > 0, money.days.at(-1).amount]).toEqual([14, true, money.today.paid]);
  });
});

it('adds up what was paid today, this week and this month, and compares with as far into the one before', async () => {
  // A Wednesday, the 15th, at noon.
  const school = await startTestApp();
  school.clock.set(new Date('2026-04-15T12:00:00+08:00'));
  const [member, product] = [await buildMember(school.ctx), await buildProduct(school.ctx)];
  const moments = {
    '2026-04-15T11:00:00+08:00': 1,
    '2026-04-14T11:00:00+08:00': 20,
    '2026-04-14T13:00:00+08:00': 20_000,
    '2026-04-08T11:00:00+08:00': 300,
    '2026-04-08T13:00:00+08:00': 30_000,
    '2026-03-15T11:00:00+08:00': 4000,
    '2026-03-15T13:00:00+08:00': 40_000,
    // The last moment of a month, and the first of the next.
    '2026-04-30T23:59:59.9995+08:00': 500_000,
    '2026-05-01T00:00:00+08:00': 6_000_000,
  };
  const orders = await Promise.all(
    Object.entries(moments).map(([paid_at, payable]) =>
      school.ctx.db
        .insertInto('pay_orders')
        .values({
          order_no: `PO${payable}`,
          member_id: member.id,
          product_id: product.id,
          product_snapshot: '{}',
          amount: payable,
          payable,
          status: orderStatus.delivered,
          channel: 'wechat',
          client_type: 'web',
          paid_at,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  );
  const refunds = {
    '2026-04-15T00:00:00+08:00': 5,
    '2026-04-14T23:59:59.9995+08:00': 60,
    '2026-04-12T23:59:59.9995+08:00': 700,
    '2026-03-31T23:59:59.9995+08:00': 8000,
  };
  await Promise.all(
    Object.entries(refunds).map(([done_at, amount], place) =>
      school.ctx.db
        .insertInto('pay_refunds')
        .values({
          refund_no: `RF${amount}`,
          order_id: orders[place]?.id ?? 0,
          amount,
          // Done.
          status: 3,
          order_status: orderStatus.delivered,
          done_at,
        })
        .execute(),
    ),
  );
  const dear = await buildProduct(school.ctx, { sale_price: 700 });
  await buildCard(school.ctx, {
    product_id: dear.id,
    state: cardState.activated,
    activated_member_id: member.id,
    activated_at: school.clock.now(),
  });
  const readMoney = async () =>
    (await school.http('GET', '/admin/index', { as: await school.person.admin() })).body.money;
  const money = await readMoney();
  expect([money.today, money.week, money.month]).toEqual([
    { paid: 1, before: 20, orders: 1, refunded: 5, cards: 700 },
    { paid: 20_021, before: 300, orders: 3, refunded: 65, cards: 700 },
    { paid: 50_321, before: 4000, orders: 5, refunded: 765, cards: 700 },
  ]);
  const clerk = await school.person.adminWith(['admin.pay-orders.list']);
  expect((await school.http('GET', '/admin/index', { as: clerk })).body.money.today.cards).toBeNull();
  // The month before is shorter: all of it.
  school.clock.set(new Date('2026-05-31T12:00:00+08:00'));
  expect((await readMoney()).month).toEqual({ paid: 6_000_000, before: 550_321, orders: 1, refunded: 0, cards: 0 });
  await school.close();
});

it('where others use it, a school that nobody can join or ask is told, until it can be', async () => {
  const school = await startTestApp({ uses_outbox: true, config: { env: 'production' } });
  const boss = await school.person.admin();
  const items = async (as: AdminPerson): Promise<Item[]> =>
    (await school.http('GET', '/admin/todo', { as })).body.items;
  const keys = async (as: AdminPerson): Promise<string[]> => (await items(as)).map(({ key }) => key);
  const isShut = async (): Promise<boolean> =>
    (await school.http('GET', '/admin/setup/demo', { as: boss })).body.is_registration_shut;
  expect(await keys(boss)).toEqual(expect.arrayContaining(['no_registration', 'no_contact']));
  expect((await items(boss)).find(({ key }) => key === 'no_registration')?.ways.map(({ url }) => url)).toEqual([
    '/admin/configs?group=sms',
    '/admin/configs?group=mail',
  ]);
  expect(await isShut()).toBe(true);
  // Mail alone lets learners register.
  await school.setting('mail_driver', 'smtp');
  await school.setting('mail_host', 'smtp.example');
  await school.setting('mail_from', 'a@school.example');
  expect([(await keys(boss)).includes('no_registration'), await isShut()]).toEqual([false, false]);
  await school.setting('mail_driver', 'local');
  expect(await keys(await school.person.adminWith([]))).toEqual([]);
  await school.setting('support_phone', '400-000-0000');
  await school.setting('register_open', false);
  expect([await keys(boss), await isShut()]).toEqual([[], false]);
  await school.ctx.db.insertInto('file_moves').values({ target: 's3', state: fileMoveState.stopped }).execute();
  expect(await keys(boss)).toEqual(['move_stopped']);
  await school.close();
});

it('a disk that fills up and background work that waits are told before anybody notices them', async () => {
  const gib = 1024 ** 3;
  let free = 6 * gib;
  const school = await startTestApp({ free_bytes: () => free });
  const boss = await school.person.admin();
  const find = async (key: string, as = boss): Promise<unknown> =>
    (await school.http('GET', '/admin/todo', { as })).body.items.find((item: Item) => item.key === key);
  await addJob(school.ctx.db, 'sweep', {}, { key: 'waits' });
  expect([await find('disk_low'), await find('jobs_waiting')]).toEqual([undefined, undefined]);
  free = 3 * gib;
  expect(await find('disk_low')).toMatchObject({ tone: 'warning', names: ['3.0 GiB'] });
  free = 0.2 * gib;
  expect(await find('disk_low')).toMatchObject({ tone: 'danger', names: ['0.2 GiB'] });
  expect(await find('disk_low', await school.person.adminWith([]))).toBeUndefined();
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '11 minutes' where key = 'waits'`.execute(
    school.ctx.db,
  );
  expect(await find('jobs_waiting')).toMatchObject({ tone: 'danger', count: 1, names: ['sweep'] });
  await school.close();
});
