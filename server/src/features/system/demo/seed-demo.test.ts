import { copyFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeTestVideo } from '../../../../test/media.ts';
import { sendRefund } from '../../commerce/orders/public.ts';
import type { DrawVideo } from './demo-courses.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;
const messages: string[] = [];

/** Small clips of the same lengths: the drawn ones, which take a minute, are tested in seed-demo.deep.test.ts. */
const draw: DrawVideo = async ({ output, duration_sec: seconds }) => {
  await copyFile(await makeTestVideo({ seconds, width: 160, height: 90 }), output);
  return true;
};

beforeAll(async () => {
  app = await startTestApp();
  await seedDemo(app.ctx, { log: (text) => messages.push(text), draw });
});
afterAll(async () => app.close());

const count = async (query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(app.ctx.db)).rows[0]?.n ?? 0;

it('is the school the documents promise', async () => {
  const tables = {
    agencies: 3,
    subjects: 5,
    teachers: 8,
    courses: 12,
    members: 60,
    // Two of them come with every school.
    ai_peoples: 6,
    ai_prompt_templates: 18,
    ai_chats: 3,
    columns: 3,
    messages: 5,
    apps: 2,
    search_terms: 6,
  };
  for (const [table, expected] of Object.entries(tables))
    expect(await count(sql`select count(*)::int as n from ${sql.table(table)}`), table).toBe(expected);
  expect(await count(sql`select count(distinct level)::int as n from agencies`)).toBe(2);
  expect(await count(sql`select count(distinct state)::int as n from cards`)).toBe(6);
  expect(await count(sql`select count(*)::int as n from cards where frozen_at is not null`)).toBeGreaterThan(0);
  expect(await count(sql`select count(*)::int as n from learning_records`)).toBeGreaterThan(60);
  expect(
    await count(sql`select (max(first_at)::date - min(first_at)::date)::int as n from learning_records`),
  ).toBeGreaterThan(30);
  expect(await count(sql`select count(distinct status)::int as n from pay_orders`)).toBeGreaterThan(3);
  expect(
    await count(
      sql`select count(*)::int as n from pay_orders where substr(order_no, 3, 14) <> to_char(created_at at time zone ${defaultTimeZone}, 'YYYYMMDDHH24MISS')`,
    ),
  ).toBe(0);
  expect(
    await count(
      sql`select count(*)::int as n from pay_orders o join pay_refunds r on r.order_id = o.id and r.status = 1 where o.status = ${orderStatus.refunding}`,
    ),
  ).toBe(2);
});

it('stores no picture: covers, cards and faces are drawn, each course in a colour and with a motif of its own', async () => {
  for (const table of ['courses', 'products', 'teachers'])
    expect(
      await count(
        sql`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(table === 'teachers' ? 'avatar' : 'cover')} is not null`,
      ),
    ).toBe(0);
  for (const part of [1, 2])
    expect(await count(sql`select count(distinct split_part(cover_style, '-', ${part}))::int as n from courses`)).toBe(
      12,
    );
});

it('has videos and a sound that were packaged, and lessons that last as long as they do', async () => {
  expect(await count(sql`select count(*)::int as n from media where status = 3 and duration_sec > 20`)).toBe(13);
  expect(
    await count(
      sql`select count(*)::int as n from lessons l join media m on m.id = l.media_id where l.type = 2 and m.width = 0 and m.renditions ->> 'playlist' like '%/sound.m4a'`,
    ),
  ).toBe(1);
  expect(
    await count(
      sql`select count(*)::int as n from lessons l join media m on m.id = l.media_id where l.duration_sec <> m.duration_sec`,
    ),
  ).toBe(0);
});

it('shows every kind of content once: each kind of lesson, subtitles, downloads, a free course, a trailer and a notice', async () => {
  const { rows } = await sql`select
    (select count(distinct type) from lessons where duration_sec > 0)::int as kinds,
    (select count(*) from lesson_subtitles)::int as subtitles,
    (select count(*) from courses where attachments <> '[]')::int as downloads,
    (select count(*) from courses where is_free)::int as free,
    (select count(*) from courses c join media m on m.id = c.trailer_id)::int as trailers,
    (select count(*) from messages where is_public)::int as notices,
    (select count(*) from lessons l join files f on '/uploads/files/' || f.key = l.file where f.used_at is not null)::int as documents`.execute(
    app.ctx.db,
  );
  expect(rows[0]).toEqual({
    kinds: 5,
    subtitles: 2,
    downloads: 1,
    free: 1,
    trailers: 1,
    notices: 2,
    documents: 1,
  });
});

it('has a learner in the middle of a course, and one who has finished it', async () => {
  const { rows } =
    await sql`select u.username, c.lesson_count, count(r.completed_at)::int as done, m.total_study_sec > 3600 as has_hours
    from members m join users u on u.id = m.user_id join learning_records r on r.member_id = m.id join courses c on c.id = r.course_id
    where u.username in ('learner_1', 'learner_2') and c.sn = 'KK-101' group by u.username, c.id, m.id order by 1`.execute(
      app.ctx.db,
    );
  expect(rows).toEqual([
    { username: 'learner_1', lesson_count: 6, done: 3, has_hours: true },
    { username: 'learner_2', lesson_count: 6, done: 6, has_hours: true },
  ]);
  expect(await count(sql`select count(*)::int as n from study_certificates where course_id is not null`)).toBe(1);
});

it('is consistent: balances equal ledgers, nobody studies without access', async () => {
  expect(
    await count(
      sql`select count(*)::int as n from agencies a where card_num <> (select coalesce(sum(delta), 0) from card_num_logs l where l.agency_id = a.id)`,
    ),
  ).toBe(0);
  expect(
    await count(sql`select count(*)::int as n from learning_records r where not exists
    (select 1 from entitlements e where e.member_id = r.member_id and e.course_id = r.course_id)`),
  ).toBe(0);
  expect(
    await count(
      sql`select count(*)::int as n from learning_records where seen_sec > duration_sec or last_at > now() + interval '1 hour'`,
    ),
  ).toBe(0);
});

it('has paid for the cards of its agencies, and got back what was voided', async () => {
  expect(
    await count(sql`select count(*)::int as n from card_batches b where b.agency_id is not null
    and coalesce((select -sum(l.delta) from card_num_logs l where l.ref_type = 'card_batch' and l.ref_id = b.id), 0)
      <> b.quantity - (select count(*) from cards c where c.batch_id = b.id and c.state = ${cardState.voided})`),
  ).toBe(0);
  expect(await count(sql`select count(*)::int as n from card_num_logs where ref_type = 'card_batch'`)).toBeGreaterThan(
    0,
  );
});

it.each(['card_num_logs', 'pay_orders'])('writes %s in the order of time', async (table) => {
  expect(
    await count(
      sql`select count(*)::int as n from (select created_at < lag(created_at) over (order by id) as is_back from ${sql.table(table)}) l where is_back`,
    ),
  ).toBe(0);
});

it('grants access to the end of a day, as cards and orders do', async () => {
  expect(await count(sql`select count(*)::int as n from entitlements where source_type = 'card'`)).toBeGreaterThan(0);
  expect(
    await count(
      sql`select count(*)::int as n from entitlements where to_char(end_at at time zone 'Asia/Shanghai', 'HH24:MI:SS') <> '23:59:59'`,
    ),
  ).toBe(0);
});

it('has payments that its channel knows and can refund', async () => {
  expect(
    await count(
      sql`select count(*)::int as n from pay_trades t left join sandbox_trades s on s.trade_no = t.trade_no and s.amount = t.amount where s.trade_no is null`,
    ),
  ).toBe(0);
  const admin = await app.person.admin();
  const {
    rows: [order],
  } = await sql<{
    id: number;
  }>`select id from pay_orders where status = ${orderStatus.delivered} and payable > 0 order by id desc limit 1`.execute(
    app.ctx.db,
  );
  const reply = await app.http('PUT', '/admin/pay-orders/refund', {
    as: admin,
    body: { ids: [order?.id], reason: '课程买错了' },
  });
  expect([reply.status, reply.body]).toMatchObject([200, { changed: 1, failed: [] }]);
  const refund = await app.ctx.db
    .selectFrom('pay_refunds')
    .select('id')
    .where('order_id', '=', order?.id ?? 0)
    .executeTakeFirstOrThrow();
  await sendRefund(app.ctx, refund.id);
  expect(
    (
      await app.ctx.db
        .selectFrom('pay_orders')
        .select('status')
        .where('id', '=', order?.id ?? 0)
        .executeTakeFirstOrThrow()
    ).status,
  ).toBe(orderStatus.refunded);
});

it('logs one generated password, and a second run adds nothing', async () => {
  expect(messages.at(-1)).toMatch(/log in with \S{10,}/);
  await seedDemo(app.ctx, { log: () => undefined });
  expect(await count(sql`select count(*)::int as n from courses`)).toBe(12);
});
