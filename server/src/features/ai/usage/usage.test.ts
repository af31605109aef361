import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { startTestApp, type AdminPerson, type MemberPerson, type TestApp } from '../../../../test/app.ts';
import type { AiVendor } from '../../../../test/fakes/chat/ai-vendor.ts';
import { buildAgency } from '../../../../test/factories.ts';
import { startTalker } from '../../../../test/talk/talk.ts';
import { addTemplate, startVendorSchool } from '../../../../test/talk/vendor.ts';
import { createAiService } from '../../../adapters/http-client/ai-service.ts';
import { createUsageBook } from '../../../adapters/http-client/book-usage.ts';
import { removeOldUsage } from './remove-old-usage.ts';
import { watchBudgets } from './watch-budgets.ts';

let app: TestApp;
let admin: AdminPerson;
let fake: AiVendor;
let save: (values: Record<string, unknown>) => Promise<unknown>;

beforeAll(async () => {
  app = await startTestApp();
  ({ fake, admin, save } = await startVendorSchool(app));
  // A reply of the fake has 120 tokens in and 18 out: 0.384 yuan.
  for (const [unit, price] of Object.entries({ tokens_in: 2000, tokens_out: 8000 }))
    await app.http('POST', '/admin/ai-prices', {
      as: admin,
      body: { provider: 'compatible', model: 'ok', unit, price, valid_from: '2020-01-01', remark: '' },
    });
});
beforeEach(async () => {
  await sql`delete from ai_budgets`.execute(app.ctx.db);
  app.clock.advance(86_400_000);
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

const add = (body: object) => app.http('POST', '/admin/ai-budgets', { as: admin, body });
const talkerOf = async (member?: MemberPerson, isFree = false) =>
  startTalker(app, { ...(member ? { member } : {}), key: await addTemplate(app, 'ok', { is_free: isFree }) });
const sentence = 'A large tea, please';

describe('a budget', () => {
  it('names what its scope says, once, with the alarm before the limit', async () => {
    expect((await add({ scope: 'all' })).body.code).toBe('ai_budget.empty');
    expect((await add({ scope: 'purpose', hard: 1 })).body.code).toBe('ai_budget.purpose');
    expect((await add({ scope: 'all', soft: 2, hard: 1 })).body.code).toBe('ai_budget.order');
    const { id } = (await add({ scope: 'all', purpose: 'talk', soft: 1, hard: 2 })).body;
    const { row } = (await app.http('GET', `/admin/ai-budgets/${id}`, { as: admin })).body;
    expect(row).toMatchObject({ purpose: null, soft: 1, hard: 2, spent: 0 });
    expect((await add({ scope: 'all', hard: 5 })).body.code).toBe('record.duplicate');
  });

  it('of each learner ends the calls of the one who used it up, by at most one reply', async () => {
    await add({ scope: 'member', hard: 0.3 });
    const [one, other] = [await talkerOf(), await talkerOf()];
    expect((await one.send(sentence)).body.reply).toMatchObject({ is_scripted: false });
    const before = fake.seen.length;
    expect((await one.send('No sugar')).body.reply).toMatchObject({
      is_scripted: true,
      status: aiMessageStatus.done,
    });
    expect(fake.seen.length).toBe(before);
    expect((await other.send(sentence)).body.reply).toMatchObject({ is_scripted: false });
    // Their own budget counts instead.
    expect((await add({ scope: 'member', member_id: one.member.member_id, hard: 0.5 })).status).toBe(201);
    expect((await one.send('To take away')).body.reply).toMatchObject({ is_scripted: false });
    expect((await one.send('By card')).body.reply).toMatchObject({ is_scripted: true });
    app.clock.advance(86_400_000);
    expect((await one.send('Thank you')).body.reply).toMatchObject({ is_scripted: false });
  });

  it('of an agency and of a purpose count what is theirs only', async () => {
    const agency = await buildAgency(app.ctx);
    const [inside, outside] = [await app.person.member({ agency_id: agency.id }), await app.person.member()];
    await add({ scope: 'agency', agency_id: agency.id, hard: 0.3 });
    await add({ scope: 'purpose', purpose: 'tts', hard: 0.01 });
    const [one, other] = [await talkerOf(inside), await talkerOf(outside)];
    await other.send(sentence);
    expect((await one.send(sentence)).body.reply).toMatchObject({ is_scripted: false });
    expect((await one.send('No sugar')).body.reply).toMatchObject({ is_scripted: true });
    expect((await other.send('No sugar')).body.reply).toMatchObject({ is_scripted: false });
    await add({ scope: 'purpose', purpose: 'talk', hard: 1 });
    expect((await other.send('To take away')).body.reply).toMatchObject({ is_scripted: true });
  });

  it('of a vendor leads to the second one, and that of everything to nobody', async () => {
    expect((await add({ scope: 'provider', hard: 1 })).body.code).toBe('ai_budget.provider');
    expect((await add({ scope: 'provider', provider: 'deepseek', hard: 0.3 })).status).toBe(201);
    const { db, clock, log } = app.ctx;
    const vendors = ['deepseek', 'qwen'].map((name) => ({ name, account: name }));
    const service = createAiService('chat', { readVendors: () => Promise.resolve(vendors), db, clock, log });
    const payer = { purpose: 'talk' } as const;
    const book = (vendor: string) =>
      service.book({
        purpose: 'talk',
        vendor,
        model: 'ok',
        tokens_in: 120,
        tokens_out: 18,
        is_estimated: false,
        failure: null,
        ms_first: 1,
        ms_total: 5,
        vendor_id: '',
        cause: null,
      });
    for (const [unit, price] of Object.entries({ tokens_in: 2000, tokens_out: 8000 }))
      for (const provider of ['deepseek', 'qwen'])
        await app.http('POST', '/admin/ai-prices', {
          as: admin,
          body: { provider, model: 'ok', unit, price, valid_from: '2020-01-01', remark: '' },
        });
    const answerer = () => service.inTurn(payer, ({ name }) => Promise.resolve(name));
    expect(await answerer()).toBe('deepseek');
    await book('deepseek');
    expect(await answerer()).toBe('qwen');
    await book('qwen');
    await add({ scope: 'all', hard: 0.7 });
    await expect(answerer()).rejects.toMatchObject({ code: 'unavailable', reason: 'budget' });
    app.clock.advance(86_400_000);
    expect(await answerer()).toBe('deepseek');
  });

  it('that is used up is told in a free talk, which no script continues', async () => {
    const talker = await talkerOf(undefined, true);
    expect((await talker.send('Hello')).body.reply).toMatchObject({ status: aiMessageStatus.done });
    await add({ scope: 'all', hard: 0.3 });
    const { reply } = (await talker.send('How are you')).body;
    expect(reply).toMatchObject({ status: aiMessageStatus.failed, error_code: 'ai.budget_over' });
  });

  it('whose alarm is reached is on the dashboard, and in one mail a day to the super administrators', async () => {
    await add({ scope: 'all', soft: 0.3 });
    const cards = async () => (await app.http('GET', '/admin/todo', { as: admin })).body.items;
    await (await talkerOf()).send(sentence);
    expect(await cards()).toContainEqual(
      expect.objectContaining({ key: 'ai_cost', count: 1, ways: [{ verb: null, url: '/admin/ai-budgets' }] }),
    );
    await sql`update users set email = 'head@school.test' where id = ${admin.user_id}`.execute(app.ctx.db);
    const mails = () => app.sent.mail.filter(({ to }) => to === 'head@school.test');
    await watchBudgets(app.ctx);
    await watchBudgets(app.ctx);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain('全部：已用 0.38 元，预警 0.30 元');
    app.clock.advance(86_400_000);
    await watchBudgets(app.ctx);
    expect(mails()).toHaveLength(1);
  });
});

it('costs by day, vendor, purpose and agency stay when single calls are removed', async () => {
  const { db } = app.ctx;
  const agency = await buildAgency(app.ctx);
  const member = await app.person.member({ agency_id: agency.id });
  const old = new Date(Date.now() - 400 * 86_400_000);
  const call = {
    purpose: 'talk',
    vendor: 'compatible',
    model: 'ok',
    is_estimated: false,
    ms_first: 1,
    ms_total: 5,
    vendor_id: '',
  } as const;
  for (const [at, memberId] of [
    [old, member.member_id],
    [old, null],
    [new Date(), member.member_id],
  ] as const) {
    const book = createUsageBook({ db, clock: () => at });
    const cause = memberId === null ? null : { member_id: memberId };
    await book({ ...call, tokens_in: 120, tokens_out: 18, failure: null, cause });
    await book({ ...call, purpose: 'tts', characters: 40, failure: 'timeout', cause });
  }
  const counts = async (day: string) =>
    Promise.all(
      ['day', 'vendor', 'purpose', 'agency'].map(
        async (by) =>
          (await app.http('GET', '/admin/ai-counts', { as: admin, query: { from: day, to: day, by } })).body,
      ),
    );
  const before = await counts(dayOf(old));
  expect(before[0].totals).toMatchObject({ calls: 4, failures: 2, cost: 0.768 });
  expect(before[3].rows).toHaveLength(2);
  await save({ ai_usage_months: 12 });
  app.clock.set(new Date());
  expect(await removeOldUsage(app.ctx)).toBe(4);
  expect(await counts(dayOf(old))).toEqual(before);
  await expect(sql`delete from ai_usage`.execute(db)).rejects.toThrow('append-only');
});
