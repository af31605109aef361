import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productStatus, productType } from '@kaike/shared/domain/commerce/product-status';
import { smsState } from '@kaike/shared/domain/messaging/sms-state';
import { addDays, dayOf } from '@kaike/shared/kit/dates/school-days';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { buildAgency, buildCard, buildCourse, buildMember, buildProduct } from '../../../../test/factories.ts';
import { startTalker } from '../../../../test/talk/talk.ts';

let app: TestApp;
let today: string;

beforeAll(async () => {
  app = await startTestApp();
  today = dayOf(app.ctx.clock());
});
afterAll(() => app.close());

const getCounts = (path: string, query: Record<string, string>, as: Awaited<ReturnType<TestApp['person']['admin']>>) =>
  app.http('GET', `/admin/${path}`, { as, query: { from: addDays(today, -6), to: today, by: 'day', ...query } });

describe('counts over a span of days', () => {
  it('counts each event on its day and keeps agencies to their own', async () => {
    const admin = await app.person.admin();
    const [mine, foreign] = [await buildAgency(app.ctx), await buildAgency(app.ctx)];
    const now = app.ctx.clock();
    const yesterday = new Date(now.getTime() - 86_400_000);
    await buildCard(app.ctx, { created_at: yesterday, agency_id: mine.id, issued_at: yesterday, activated_at: now });
    await buildCard(app.ctx, { created_at: yesterday, agency_id: mine.id, issued_at: now });
    await buildCard(app.ctx, { created_at: yesterday, agency_id: foreign.id, issued_at: now });
    const { body } = await getCounts('card-counts', {}, admin);
    expect(body.rows).toHaveLength(7);
    expect(body.rows.at(-2)).toEqual({
      key: addDays(today, -1),
      label: addDays(today, -1),
      made: 3,
      issued: 1,
      activated: 0,
    });
    expect(body.totals).toEqual({ made: 3, issued: 3, activated: 1 });
    const byAgency = (await getCounts('card-counts', { by: 'agency' }, admin)).body.rows;
    expect(byAgency.map((row: { label: string; issued: number }) => [row.label, row.issued])).toEqual([
      [mine.name, 2],
      [foreign.name, 1],
    ]);
    const agent = await app.person.adminWith(['admin.card-counts.list'], {
      data_scope: 'own_agency',
      agency_id: mine.id,
    });
    expect((await getCounts('card-counts', {}, agent)).body.totals).toEqual({ made: 2, issued: 2, activated: 1 });
    expect((await getCounts('card-counts', { agency_id: String(foreign.id) }, agent)).body.totals).toEqual({
      made: 0,
      issued: 0,
      activated: 0,
    });
    expect(
      (await app.http('GET', '/admin/card-counts/export', { as: agent, query: { from: today, to: today, by: 'day' } }))
        .status,
    ).toBe(403);
  });

  it('counts a member who studied on two days once in the total', async () => {
    const { course } = await buildCourse(app.ctx);
    const member = await app.person.member();
    for (const day of [today, addDays(today, -1)]) {
      await app.ctx.db
        .insertInto('learning_days')
        .values({ member_id: member.member_id, day, course_id: course.id, study_sec: 60, lessons_done: 1 })
        .execute();
    }
    const { body } = await getCounts('member-counts', {}, await app.person.admin());
    expect(body.totals).toMatchObject({ studying: 1, study_sec: 120, lessons_done: 2 });
    expect(body.rows.at(-1)).toMatchObject({ key: today, studying: 1, study_sec: 60 });
  });

  it('counts text messages by day and vendor with their cost, for the school alone', async () => {
    const admin = await app.person.admin();
    const now = app.ctx.clock();
    const message = { purpose: 'login', mobile_phone: '13800138000', parts: 1, created_at: now };
    await app.ctx.db
      .insertInto('sms_messages')
      .values([
        { ...message, vendor: 'aliyun', state: smsState.delivered, cost: 0.045 },
        { ...message, vendor: 'aliyun', state: smsState.undelivered, cost: 0.045 },
        { ...message, vendor: 'aliyun', state: smsState.refused, cost: null },
        { ...message, vendor: 'tencent', state: smsState.accepted, cost: 0.05, purpose: 'notice' },
        { ...message, vendor: 'aliyun', state: smsState.delivered, cost: 9, created_at: new Date(0) },
      ])
      .execute();
    const { body } = await getCounts('sms-counts', {}, admin);
    expect(body.rows).toHaveLength(7);
    expect(body.rows.at(-1)).toMatchObject({ key: today, messages: 4, delivered: 1, failed: 2, cost: 0.14 });
    expect(body.totals).toEqual({ messages: 4, delivered: 1, failed: 2, cost: 0.14 });
    const byVendor = (await getCounts('sms-counts', { by: 'vendor' }, admin)).body.rows;
    expect(byVendor.map((row: { label: string; cost: number }) => [row.label, row.cost])).toEqual([
      ['阿里云', 0.09],
      ['腾讯云', 0.05],
    ]);
    const narrow = { vendor: 'aliyun', purpose: 'login', state: String(smsState.delivered) };
    expect((await getCounts('sms-counts', narrow, admin)).body.totals).toMatchObject({ messages: 1, cost: 0.045 });
    const agency = await buildAgency(app.ctx);
    const agent = await app.person.adminWith(['admin.sms-counts.list'], {
      data_scope: 'own_agency',
      agency_id: agency.id,
    });
    expect((await getCounts('sms-counts', {}, agent)).status).toBe(403);
  });

  it('refuses spans it cannot count, and writes down who took the file', async () => {
    const admin = await app.person.admin();
    expect((await getCounts('card-counts', { from: today, to: addDays(today, -1) }, admin)).status).toBe(422);
    expect((await getCounts('card-counts', { from: addDays(today, -366) }, admin)).status).toBe(422);
    expect((await getCounts('card-counts/export', { by: 'product' }, admin)).status).toBe(200);
    const logged = await app.ctx.db
      .selectFrom('down_logs')
      .select(['resource', 'filters'])
      .where('resource', '=', 'card-counts')
      .executeTakeFirstOrThrow();
    expect(logged.filters).toMatchObject({ by: 'product' });
  });
});

it('counts what the AI teacher cost by day, vendor, purpose and agency, and a minute of talk beside what it is sold for', async () => {
  const { db } = app.ctx;
  const admin = await app.person.admin();
  const agency = await buildAgency(app.ctx);
  const [own, other] = [await buildMember(app.ctx, { agency_id: agency.id }), await buildMember(app.ctx)];
  const day = { day: today, model: 'm', tokens_in: 1, tokens_out: 1 };
  await db
    .insertInto('ai_usage_days')
    .values([
      { ...day, purpose: 'talk', provider: 'deepseek', agency_id: agency.id, calls: 1, failures: 0, cost: 0.3 },
      { ...day, purpose: 'talk', provider: 'deepseek', calls: 1, failures: 0, cost: 0.1 },
      { ...day, purpose: 'test', provider: 'qwen', calls: 1, failures: 1, cost: 0 },
      { ...day, day: addDays(today, -30), purpose: 'talk', provider: 'deepseek', calls: 9, failures: 0, cost: 9 },
    ])
    .execute();
  await db
    .insertInto('ai_days')
    .values([
      { member_id: own.id, day: today, talk_sec: 60 },
      { member_id: other.id, day: today, talk_sec: 180 },
      { member_id: own.id, day: addDays(today, -30), talk_sec: 6000 },
    ])
    .execute();
  const totals = { calls: 3, failures: 1, talk_sec: 240, cost: 0.4, cost_minute: 0.1 };
  const { body } = await getCounts('ai-counts', {}, admin);
  expect(body).toMatchObject({ totals, sold: null });
  expect(body.rows.at(-1)).toEqual({ key: today, label: today, ...totals });
  expect(body.rows).toHaveLength(7);
  const by = async (key: string) => (await getCounts('ai-counts', { by: key }, admin)).body.rows;
  expect(await by('vendor')).toMatchObject([
    { label: 'DeepSeek', calls: 2, talk_sec: 0, cost: 0.4, cost_minute: 0.1 },
    { label: '通义千问', calls: 1, failures: 1, cost: 0, cost_minute: 0 },
  ]);
  expect(await by('purpose')).toMatchObject([{ label: '学员对话' }, { label: '设置测试' }]);
  expect(await by('agency')).toMatchObject([
    { key: String(agency.id), label: agency.name, calls: 1, talk_sec: 60, cost: 0.3, cost_minute: 0.3 },
    { key: '', label: '', calls: 2, failures: 1, talk_sec: 180, cost: 0.1, cost_minute: 0.0333 },
  ]);
  await buildProduct(app.ctx, {
    type: productType.ai_minutes,
    ai_seconds: 600,
    sale_price: 50,
    status: productStatus.on,
  });
  expect((await getCounts('ai-counts', {}, admin)).body.sold).toEqual({ minute: 0.05, is_paid: false });
  const counted = { tokens_in: 1, tokens_out: 1, characters: 0, audio_ms: 0, is_estimated: false };
  const usage = {
    ...counted,
    created_at: app.clock.now(),
    model: 'm',
    state: 1,
    ms_total: 900,
    vendor_request_id: '',
    reason: '',
  };
  const talkCall = (msFirst: number) => ({ ...usage, purpose: 'talk', provider: 'deepseek', ms_first: msFirst });
  await db
    .insertInto('ai_usage')
    .values([
      ...Array.from({ length: 19 }, () => talkCall(400)),
      talkCall(9000),
      { ...usage, purpose: 'stt', provider: 'tencent' },
      { ...usage, purpose: 'stt', provider: 'tencent', state: 3, ms_total: 60_000 },
    ])
    .execute();
  const talker = await startTalker(app);
  await sql`update ai_messages set model = 'deepseek deepseek-chat', timings = '{"first_sentence": 700}'
    where chat_id = ${talker.chat_id} and role = 'ai'`.execute(db);
  const speeds = (as = admin) => app.http('GET', '/admin/ai-counts/speeds', { as, query: { from: today, to: today } });
  const none = { hear: null, first_word: null, first_sentence: null, speech: null };
  expect((await speeds()).body.rows).toEqual([
    { ...none, key: 'deepseek', label: 'DeepSeek', times: 21, first_word: 400, first_sentence: 700 },
    { ...none, key: 'tencent', label: '腾讯云', times: 1, hear: 900 },
  ]);
  const clerk = await app.person.adminWith(['admin.ai-counts.list'], {
    data_scope: 'own_agency',
    agency_id: agency.id,
  });
  expect((await getCounts('ai-counts', {}, clerk)).body.code).toBe('access.denied');
  expect((await speeds(clerk)).body.code).toBe('access.denied');
  const query = { from: today, to: today, by: 'agency' };
  expect((await app.http('GET', '/admin/ai-counts/export', { as: admin, query })).status).toBe(200);
});
