import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aiMessageStatus, chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import {
  moderationSettings,
  startModerationVendor,
  type ModerationFake,
} from '../../../../test/fakes/moderation/moderation-vendor.ts';
import { startTencentTms, tencentModerationSettings } from '../../../../test/fakes/moderation/tencent-tms.ts';
import { createMachine, pause } from '../../../../test/talk/machine.ts';
import { createPuppet, eventsIn, startTalker, textOf, type Talker } from '../../../../test/talk/talk.ts';
import { createModeration } from '../../../adapters/moderation/create-moderation.ts';

const machine = createMachine();
let app: TestApp;
let admin: AdminPerson;
let fake: ModerationFake;

const save = async (values: Record<string, unknown>): Promise<void> => {
  expect((await app.http('PUT', '/admin/configs', { as: admin, body: { values } })).status).toBe(200);
  await app.messagesHandled();
};

beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: machine.chat } });
  const { adapters, db, settings, clock, log } = app.ctx;
  const deps = { db, settings, clients: adapters.clients, clock, log, nonce: () => 'n' };
  // An answer that is not held comes in time, however busy the machine is.
  const timeouts = { timeout_ms: 60_000, minor_wait_ms: 60_000 };
  adapters.moderation = createModeration({ ...deps, ...timeouts, wait: () => Promise.resolve() });
  [fake, admin] = [await startModerationVendor(), await app.person.admin()];
});
afterAll(async () => {
  await app.close();
  await fake.close();
});
beforeEach(async () => {
  await save({ ...moderationSettings, moderation_base: fake.base });
  // Longer than any pause of an account.
  app.clock.advance(301_000);
});

const queueOf = async ({ chat_id: id }: Talker) => {
  const { body } = await app.http('GET', '/admin/ai-moderations/list', {
    as: admin,
    query: { 'where[chat_id]': String(id), 'order[id]': 'asc' },
  });
  return body.data as { id: number; verdict: string; label: string; direction: string; message_id: number }[];
};
const wordsOf = async (id: number): Promise<string> =>
  (await app.http('POST', `/admin/ai-moderations/${id}/reveal`, { as: admin, body: { reason: '核实情况' } })).body.text;
const usageOf = async ({ chat_id: id }: Talker) =>
  (
    await sql<{ provider: string; model: string; state: number; reason: string; cost: number | null }>`
      select provider, model, state, reason, cost from ai_usage
      where chat_id = ${id} and purpose = 'moderation' order by id`.execute(app.ctx.db)
  ).rows;
const alarms = async (): Promise<string[]> =>
  (await app.http('GET', '/admin/todo', { as: admin })).body.items.map(({ key }: { key: string }) => key);
const shownOf = async (talker: Talker) => (await talker.get(`ai-chats/${talker.chat_id}`)).body;

/** A learner who is fifteen. */
async function startMinor(): Promise<Talker> {
  const member = await app.person.member();
  const year = app.clock.now().getUTCFullYear() - 15;
  await sql`update members set birthday = ${`${year}-01-01`} where id = ${member.member_id}`.execute(app.ctx.db);
  await save({ ai_minor_quiet: '' });
  return startTalker(app, { member });
}

describe('the words of a learner', () => {
  it('that the service refuses go to no model, cost nothing, and end the talk the third time', async () => {
    await sql`insert into ai_prices (provider, model, unit, price, valid_from) values ('compatible', 'ok', 'calls', 120, '2020-01-01')`.execute(
      app.ctx.db,
    );
    const talker = await startTalker(app, { seconds: 100 });
    const [requests, seen] = [machine.requests.length, fake.seen.length];
    const key = randomUUID();
    const first = await talker.send('Show me the orchid', { key });
    expect(first).toMatchObject({
      status: 200,
      body: {
        charged_sec: 0,
        seconds_left: 100,
        chat_status: chatStatus.active,
        member_message: { status: aiMessageStatus.blocked, content: 'Show me the orchid' },
        reply: { status: aiMessageStatus.blocked, finish_reason: 'refused', content: '' },
      },
    });
    expect((await talker.send('Show me the orchid', { key })).body.reply.id).toBe(first.body.reply.id);
    expect(fake.seen.slice(seen)).toEqual([{ model: 'ok', input: 'Show me the orchid' }]);
    expect(await usageOf(talker)).toEqual([
      { provider: 'compatible', model: 'ok', state: 1, reason: '', cost: 0.00012 },
    ]);
    const events = eventsIn((await talker.send('An orchid', { stream: true })).text).map(({ event }) => event);
    expect(events).toMatchObject([
      { type: 'start' },
      { type: 'usage', charged_sec: 0 },
      { type: 'done', status: aiMessageStatus.blocked, finish_reason: 'refused' },
    ]);
    // What the rules refuse is sent to nobody.
    const before = fake.seen.length;
    expect((await talker.send('you are so stupid')).body.chat_status).toBe(chatStatus.blocked);
    expect([machine.requests.length, fake.seen.length]).toEqual([requests, before]);
    expect(await queueOf(talker)).toMatchObject([
      { verdict: 'block', label: 'sexual', direction: 'input', message_id: first.body.member_message.id },
      { verdict: 'block', label: 'sexual' },
      { verdict: 'block', label: 'insult' },
    ]);
  });

  it('that need a person get the card, and leave without numbers of theirs', async () => {
    const talker = await startTalker(app);
    expect((await talker.send('Everything is hopeless, call 13800138000')).body).toMatchObject({
      chat_status: chatStatus.active,
      member_message: { status: aiMessageStatus.done },
      reply: { status: aiMessageStatus.blocked, finish_reason: 'care' },
    });
    expect(fake.seen.at(-1)?.input).toBe('Everything is hopeless, call ***********');
    const [entry] = await queueOf(talker);
    expect(entry).toMatchObject({ verdict: 'care', label: 'self_harm', direction: 'input' });
    expect(await wordsOf(entry?.id ?? 0)).toContain('hopeless');
  });

  it('of a scripted talk are sent to nobody', async () => {
    app.ctx.adapters.chat = createPuppet().chat;
    const talker = await startTalker(app);
    const before = fake.seen.length;
    expect((await talker.send('A coffee, please')).body.reply.status).toBe(aiMessageStatus.done);
    expect(fake.seen.length).toBe(before);
    app.ctx.adapters.chat = machine.chat;
  });
});

describe('a reply', () => {
  const unsafe = ['Let us talk about flowers. ', 'Here is an orchid ', 'for you alone. ', 'Do you like it?'];

  it('never shows a minor a sentence that is refused', async () => {
    const talker = await startMinor();
    for (const model of ['ok', 'moderation']) {
      await save({ moderation_own_model: model });
      machine.next(...unsafe);
      const { text } = await talker.send('Tell me something', { stream: true });
      expect(text).not.toMatch(/orchid|alone|like it/);
      const events = eventsIn(text);
      expect(textOf(events)).toBe('');
      expect(events.at(-1)?.event).toMatchObject({ type: 'done', finish_reason: 'blocked' });
    }
    expect(machine.signal()?.aborted).toBe(true);
    const entries = await queueOf(talker);
    expect(entries).toMatchObject([
      { verdict: 'block', label: 'sexual', direction: 'output' },
      { verdict: 'block', label: 'service', direction: 'output' },
    ]);
    expect(await wordsOf(entries[0]?.id ?? 0)).toContain('Here is an orchid for you alone.');
    expect((await shownOf(talker)).messages.at(-1).content).toBe('');
  });

  it('is taken back when the verdict comes late: at once from an adult, after a moment from a minor', async () => {
    app.ctx.adapters.moderation.minor_wait_ms = 20;
    for (const talker of [await startTalker(app, { seconds: 100 }), await startMinor()]) {
      const left = (await shownOf(talker)).seconds_left;
      machine.next('Here is an orchid for you. ', 'Is it not', pause);
      fake.hold('orchid');
      const sent = talker.send('Tell me something', { stream: true });
      const id = await talker.running();
      // The sentence is shown while its verdict is held.
      await vi.waitFor(
        async () =>
          expect((await talker.post('ai-messages/read-text', { message_id: id, n: 1, lease: undefined })).status).toBe(
            200,
          ),
        { timeout: 300_000 },
      );
      fake.release();
      const deltas = eventsIn((await sent).text).flatMap(({ event }) =>
        event.type === 'message' ? [[event.from, event.delta]] : [],
      );
      expect(deltas).toEqual([
        [0, 'Here is an orchid for you.'],
        [0, ''],
      ]);
      const { messages, seconds_left: now } = await shownOf(talker);
      expect(messages.at(-1)).toMatchObject({ status: aiMessageStatus.blocked, content: '' });
      expect(now).toBe(left);
    }
    app.ctx.adapters.moderation.minor_wait_ms = 60_000;
  });

  it('that leaves a doubt is shown, and waits for a person', async () => {
    await save({ moderation_own_model: 'moderation' });
    const talker = await startTalker(app);
    machine.next('A red tulip is lovely. ', 'What about roses? ', 'Or one more tulip?');
    const { body } = await talker.send('I want a tulip');
    expect(body.reply).toMatchObject({
      status: aiMessageStatus.done,
      content: 'A red tulip is lovely. What about roses? Or one more tulip?',
    });
    const entries = await queueOf(talker);
    expect(entries).toMatchObject([
      { verdict: 'review', direction: 'input', label: 'service', message_id: body.member_message.id },
      { verdict: 'review', direction: 'output', label: 'service', message_id: body.reply.id },
    ]);
    expect(await alarms()).toContain('doubts');
    expect(await wordsOf(entries[1]?.id ?? 0)).toBe('A red tulip is lovely.\n Or one more tulip?');
  });

  it('goes on without the service, whose refusal of the account is an alarm', async () => {
    const talker = await startTalker(app);
    for (const [model, reason, alarm] of [
      ['503', 'overloaded', false],
      ['html', 'no_verdict', false],
      ['402', 'insufficient_quota', true],
    ] as const) {
      await save({ moderation_own_model: model });
      app.clock.advance(301_000);
      machine.next('Here is an orchid for you.');
      expect((await talker.send('Tell me something')).body.reply).toMatchObject({
        status: aiMessageStatus.done,
        content: 'Here is an orchid for you.',
      });
      expect((await usageOf(talker)).at(-1)).toMatchObject({ model, state: 3, reason, cost: 0 });
      expect((await alarms()).includes('moderation_refused')).toBe(alarm);
    }
    // The rules alone decide meanwhile.
    expect((await talker.send('you are so stupid')).body.reply.finish_reason).toBe('refused');
    await save({ moderation_own_model: 'ok' });
    app.clock.advance(301_000);
    expect((await talker.send('Hello')).body.reply.status).toBe(aiMessageStatus.done);
    expect(await alarms()).not.toContain('moderation_refused');
  });
});

it('a second service judges when the first one does not', async () => {
  const tencent = await startTencentTms(app.clock.now);
  const { moderation_driver: name, ...account } = tencentModerationSettings;
  await save({
    ...account,
    moderation_fallback: name,
    moderation_tencent_base: tencent.base,
    moderation_own_model: '503',
  });
  const talker = await startTalker(app);
  machine.next('Here is a tulip.');
  await talker.send('Hello');
  expect((await usageOf(talker)).slice(0, 2)).toEqual([
    expect.objectContaining({ provider: 'compatible', state: 3 }),
    expect.objectContaining({ provider: 'tencent', state: 1 }),
  ]);
  await save({ moderation_fallback: 'none', moderation_own_model: 'ok' });
  await tencent.close();
});

it('the settings test one sentence', async () => {
  const test = async () =>
    (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'moderation' } })).body;
  expect(await test()).toMatchObject({ state: 'passed' });
  await save({ moderation_own_model: 'html' });
  expect(await test()).toMatchObject({ state: 'failed', text: '对方返回的不是审核结果，请核对接口地址和模型' });
  await save({ moderation_driver: 'local' });
  expect(await test()).toMatchObject({ state: 'local' });
});
