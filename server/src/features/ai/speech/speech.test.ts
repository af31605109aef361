import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type Reply, type TestApp } from '../../../../test/app.ts';
import { speechSettings, startSpeechVendor, type SpeechFake } from '../../../../test/fakes/speech/speech-vendor.ts';
import { startTencentSpeech, tencentSpeechSettings } from '../../../../test/fakes/speech/tencent-speech.ts';
import { toneOf, wordsIn } from '../../../../test/fakes/speech/tone.ts';
import {
  buildPeople,
  createPuppet,
  grantSeconds,
  startNode,
  startTalker,
  type Talker,
} from '../../../../test/talk/talk.ts';
import { createMachine, pause } from '../../../../test/talk/machine.ts';
import { createSpeech } from '../../../adapters/speech/create-speech.ts';
import { checkServices } from '../../system/doctor/public.ts';
import { jobs } from '../../../jobs/index.ts';
import { findSound } from './find-sound.ts';

let app: TestApp;
let fake: SpeechFake;
let admin: AdminPerson;
/** Waits so long for a sound from now on. */
let speakWithin: (timeoutMs: number) => void;
const patientMs = 60_000;
const puppet = createPuppet();

beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
  const { adapters, db, settings, clock, log } = app.ctx;
  const deps = { db, settings, clients: adapters.clients, clock, log, nonce: () => 'n' };
  speakWithin = (timeoutMs) => {
    adapters.speech = createSpeech({ ...deps, timeout_ms: timeoutMs, wait: () => Promise.resolve() });
  };
  speakWithin(patientMs);
  [fake, admin] = [await startSpeechVendor(), await app.person.admin()];
});
afterAll(async () => {
  await app.close();
  await fake.close();
});

const save = async (values: Record<string, unknown>): Promise<Reply> => {
  const reply = await app.http('PUT', '/admin/configs', { as: admin, body: { values } });
  await app.messagesHandled();
  return reply;
};
beforeEach(async () => {
  await save({ ...speechSettings, speech_base: fake.base });
  // Longer than any pause of an account.
  app.clock.advance(301_000);
});

const read = (talker: Talker, body: object) => talker.post('ai-messages/read-text', { lease: undefined, ...body });
/** The last line of the teacher. */
const lastLine = async (talker: Talker): Promise<{ id: number; content: string }> =>
  (await talker.get(`ai-chats/${talker.chat_id}`)).body.messages.at(-1);
const usage = async () =>
  (
    await sql<{ state: number; reason: string; characters: number; cost: string | null; member_id: number | null }>`
      select state, reason, characters, cost, member_id from ai_usage where purpose = 'tts' order by id`.execute(
      app.ctx.db,
    )
  ).rows;
const alarms = async (): Promise<string[]> =>
  (await app.http('GET', '/admin/todo', { as: admin })).body.items.map(({ key }: { key: string }) => key);

describe('a line of the teacher', () => {
  it('is spoken sentence by sentence, once: who hears it again costs nothing', async () => {
    const [talker, other] = [await startTalker(app), await startTalker(app)];
    const { id, content } = await lastLine(talker);
    const before = fake.seen.length;
    const first = (await read(talker, { message_id: id })).body;
    expect(first).toMatchObject({ driver: 'audio', mime: 'audio/wav', lang: 'en-US', rate: 1, from: 0 });
    expect(content.startsWith(first.text)).toBe(true);
    expect(fake.seen.slice(before)).toEqual([{ model: 'ok', input: first.text, voice: 'coral' }]);
    const sound = await app.http('GET', first.url, { base: '' });
    expect([sound.status, sound.headers['content-type']]).toEqual([200, 'audio/wav']);
    expect(Number(sound.headers['content-length'])).toBe(toneOf(wordsIn(first.text)).length);
    app.clock.advance(601_000);
    expect((await app.http('GET', first.url, { base: '' })).status).toBe(403);

    const booked = (await usage()).length;
    expect((await read(talker, { message_id: id, n: 1 })).body.driver).toBe('audio');
    // The line of a scene is the same for everybody.
    const same = await lastLine(other);
    if (same.content === content) expect((await read(other, { message_id: same.id })).body.driver).toBe('audio');
    expect([fake.seen.length - before, (await usage()).length]).toEqual([1, booked]);
    expect((await usage()).at(-1)).toMatchObject({
      state: 1,
      characters: first.text.length,
      member_id: talker.member.member_id,
    });

    const sentences: string[] = [];
    for (let n = 1; ; n += 1) {
      const { body } = await read(talker, { message_id: id, n });
      sentences.push(body.text);
      if (body.is_last) break;
    }
    expect(sentences.join(' ').replace(/\s+/g, ' ')).toBe(content.replace(/\s+/g, ' ').trim());
    expect((await read(talker, { message_id: id, n: sentences.length + 1 })).status).toBe(404);
  });

  it('is asked of the vendor once by all who wait for it, on any node', async () => {
    const talker = await startTalker(app);
    await talker.send('I would like a small tea');
    const { id } = await lastLine(talker);
    const node = await startNode(app, puppet.chat);
    const before = fake.seen.length;
    fake.hold();
    const body = { message_id: id };
    const replies = [
      read(talker, body),
      read(talker, body),
      talker.post('ai-messages/read-text', { ...body, lease: undefined }, node.http),
    ];
    await expect.poll(() => fake.seen.length).toBeGreaterThan(before);
    fake.release();
    const drivers = (await Promise.all(replies)).map((reply) => reply.body.driver);
    await node.close();
    expect([drivers, fake.seen.length - before]).toEqual([['audio', 'audio', 'audio'], 1]);
  });

  it('is said without marks for the eye, and is one sound whatever its marks', async () => {
    const say = (text: string) => findSound(app.ctx, { text, voices: {}, chat_id: null, cause: null });
    const before = fake.seen.length;
    const marked = await say('**Great!** 👍🏽 Try [unit 2](https://x.y), 3 * 4 = 12.');
    expect(fake.seen.slice(before)).toMatchObject([{ input: 'Great! Try unit 2, 3 * 4 = 12.' }]);
    expect([await say('_Great!_ Try unit 2, 3 * 4 = 12.'), fake.seen.length - before]).toMatchObject([
      { mime: marked?.mime },
      1,
    ]);
    expect(await say('🎉')).toBeNull();
  });

  it('is the learner’s own: no other text is spoken, and nothing that was refused', async () => {
    const [talker, stranger] = [await startTalker(app), await startTalker(app)];
    const { id } = await lastLine(talker);
    const before = fake.seen.length;
    expect((await read(stranger, { message_id: id })).status).toBe(404);
    expect((await read(talker, { message_id: id, text: 'Read this instead' })).status).toBe(422);
    const refused = (await talker.send('I want to fuck you')).body;
    for (const { id: blockedId } of [refused.member_message, refused.reply])
      expect((await read(talker, { message_id: blockedId })).status).toBe(404);
    expect((await read(talker, { message_id: refused.member_message.id, at: 0 })).status).toBe(404);
    expect(fake.seen.slice(before).every(({ input }) => !input.includes('fuck'))).toBe(true);
  });

  it('is said word by word, too, and numbers of a person stay here', async () => {
    const talker = await startTalker(app);
    const { member_message: mine } = (await talker.send('A coffee please, call 13912345678')).body;
    const word = (await read(talker, { message_id: mine.id, at: 3 })).body;
    expect([word.driver, word.text, word.is_last]).toEqual(['audio', 'coffee', true]);
    const before = fake.seen.length;
    const own = (await read(talker, { message_id: mine.id })).body;
    expect(own.text).toContain('13912345678');
    expect(fake.seen.slice(before).map(({ input }) => input.includes('13912345678'))).toEqual([false]);
  });
});

describe('a vendor that fails', () => {
  it.each(['401', '402', '429', '503', 'stall', 'cut', 'html', 'noise', 'unknown'])(
    '%s: the browser reads',
    async (model) => {
      const talker = await startTalker(app, { people_id: await buildPeople(app, { speech_rate: 0.8 }) });
      await save({ speech_own_model: model });
      const { id, content } = await lastLine(talker);
      if (model === 'stall') speakWithin(50);
      const { body } = await read(talker, { message_id: id });
      speakWithin(patientMs);
      expect(body).toMatchObject({ driver: 'browser', lang: 'en-US', rate: 0.8 });
      expect([body.url, content.startsWith(body.text)]).toEqual([undefined, true]);
      expect((await usage()).at(-1)).toMatchObject({ state: 3, characters: model === 'stall' ? body.text.length : 0 });
    },
  );

  it('has a second one behind it, with a voice of its own; what was spoken before is heard', async () => {
    const second = { speech_fallback: 'tencent', speech_tencent_voice: '101050' };
    const tencent = await startTencentSpeech(app.clock.now);
    const { speech_driver: _first, ...account } = tencentSpeechSettings;
    await save({ ...account, ...second, speech_tencent_base: tencent.base, speech_own_model: '503' });
    const talker = await startTalker(app, { people_id: await buildPeople(app) });
    const { id } = await lastLine(talker);
    const calls = (): number => tencent.requests.length;
    const first = (await read(talker, { message_id: id })).body;
    expect([first.driver, calls()]).toEqual(['audio', 1]);
    await save({ speech_own_model: 'ok' });
    app.clock.advance(301_000);
    const before = fake.seen.length;
    expect((await read(talker, { message_id: id })).body.driver).toBe('audio');
    expect([calls(), fake.seen.length - before]).toEqual([1, 0]);
    // What the first one refuses to say is not offered to the second, and nobody speaks a talk that was deleted.
    await save({ speech_own_model: '400' });
    const speech = { text: 'Refused', voices: {}, chat_id: talker.chat_id, cause: null };
    expect([await findSound(app.ctx, speech), calls()]).toEqual([null, 1]);
    await save({ speech_own_model: '503' });
    await sql`update ai_chats set deleted_at = now() where id = ${talker.chat_id}`.execute(app.ctx.db);
    expect([await findSound(app.ctx, { ...speech, text: 'Deleted' }), calls()]).toEqual([null, 1]);
    expect(await findSound(app.ctx, { ...speech, text: 'For everybody', chat_id: null })).not.toBeNull();
    await save({ speech_fallback: 'none' });
    await tencent.close();
  });

  it('is asked again while it is busy, and left alone after a refusal, which the dashboard shows', async () => {
    const talker = await startTalker(app);
    await save({ speech_own_model: '429:2' });
    const { id } = await lastLine(talker);
    expect((await read(talker, { message_id: id })).body.driver).toBe('audio');
    expect(await alarms()).not.toContain('speech_refused');
    await save({ speech_own_model: '402' });
    expect((await read(talker, { message_id: id })).body.driver).toBe('browser');
    expect(await alarms()).toContain('speech_refused');
    const before = fake.seen.length;
    expect((await read(talker, { message_id: id, n: 1 })).body.driver).toBe('browser');
    expect(fake.seen.length).toBe(before);
    await save({ speech_own_model: 'ok' });
    expect((await read(talker, { message_id: id })).body.driver).toBe('audio');
    app.clock.advance(301_000);
    const { member_message: mine } = (await talker.send('A small tea, please')).body;
    expect((await read(talker, { message_id: mine.id })).body.driver).toBe('audio');
    expect(await alarms()).not.toContain('speech_refused');
  });

  it('is tested once where the second one in the settings is the same account', async () => {
    await save({ speech_fallback: 'compatible' });
    const before = fake.seen.length;
    const { body } = await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'speech' } });
    expect(body).toMatchObject({ state: 'passed', title: expect.not.stringContaining('备用') });
    expect((await checkServices(app.ctx)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The vendor of speech answered: compatible, in/),
    ]);
    expect(fake.seen.length).toBe(before + 2);
    await save({ speech_fallback: 'none' });
  });

  it('is not called over the limit of the day, at the school’s prices', async () => {
    const talker = await startTalker(app, { cefr: 'C1' });
    const values = {
      provider: 'compatible',
      model: 'ok',
      unit: 'characters',
      price: 1_000_000,
      valid_from: '2020-01-01',
    };
    const { body: price } = await app.http('POST', '/admin/ai-prices', { as: admin, body: values });
    const { id } = (await talker.send('A large tea, please')).body.member_message;
    const { body } = await read(talker, { message_id: id });
    expect(Number((await usage()).at(-1)?.cost)).toBe(body.text.length);
    const { id: budget } = (await app.http('POST', '/admin/ai-budgets', { as: admin, body: { scope: 'all', hard: 1 } }))
      .body;
    const before = fake.seen.length;
    const { member_message: next } = (await talker.send('No sugar, thank you')).body;
    expect((await read(talker, { message_id: next.id })).body.driver).toBe('browser');
    // What was spoken before costs nothing.
    expect((await read(talker, { message_id: id })).body.driver).toBe('audio');
    expect(fake.seen.length).toBe(before);
    await app.http('DELETE', '/admin/ai-budgets', { as: admin, body: { ids: [budget] } });
    await app.http('DELETE', '/admin/ai-prices', { as: admin, body: { ids: [price.id] } });
  });

  it('is not called for one member without end', async () => {
    const talker = await startTalker(app);
    await sql`insert into ai_usage (created_at, purpose, provider, model, state, tokens_in, tokens_out, characters, is_estimated, ms_total, member_id)
      values (${app.clock.now()}, 'tts', 'compatible', 'ok', 1, 0, 0, 20000, false, 1, ${talker.member.member_id})`.execute(
      app.ctx.db,
    );
    await talker.send('A huge mocha, please');
    const { member_message: mine } = (await talker.send('And a cake')).body;
    expect((await read(talker, { message_id: mine.id })).body.driver).toBe('browser');
  });
});

describe('sounds', () => {
  it('of a sentence as it would be right are there for each that a report offers, and go with the talk', async () => {
    const talker = await startTalker(app);
    const wrong = ['I very like coffee.', 'I want go home.', 'I want go to school.'];
    for (const text of wrong) {
      const { member_message: line } = (await talker.send(text)).body;
      const better = (await read(talker, { message_id: line.id, is_better: true })).body;
      expect(better).toMatchObject({ driver: 'audio', is_last: true });
      expect(better.text).not.toBe(text);
    }
    const countOwn = async () =>
      (await sql`select 1 from ai_speeches where chat_id = ${talker.chat_id}`.execute(app.ctx.db)).rows.length;
    expect(await countOwn()).toBe(wrong.length);
    await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
    expect(await countOwn()).toBe(0);
  });

  it('of a talk go with it, others after a while without a listener', async () => {
    const machine = createMachine();
    const school = await startTestApp({ adapters: { chat: machine.chat } });
    school.ctx.adapters.speech = app.ctx.adapters.speech;
    const talker = await startTalker(school);
    machine.next('I met a very old friend of yours yesterday. ', 'And then', pause);
    const turn = talker.send('Tell me a story');
    const id = await talker.running();
    const at = (messageId: number, n = 1) =>
      talker.post('ai-messages/read-text', { message_id: messageId, n, lease: undefined });
    // While it is written, as far as it is shown.
    await expect.poll(async () => (await at(id)).body).toMatchObject({ driver: 'audio', from: 0, is_last: false });
    expect((await at(id, 2)).status).toBe(404);
    await talker.post(`ai-messages/${id}/stop`);
    await turn;
    expect((await at(id)).body.driver).toBe('audio');
    const rows = async () =>
      (
        await sql<{
          chat_id: number | null;
          file_key: string;
        }>`select chat_id, file_key from ai_speeches order by id`.execute(school.ctx.db)
      ).rows;
    const [own] = await rows();
    expect(own?.chat_id).toBe(talker.chat_id);
    const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    expect((await at(messages[0].id)).body.driver).toBe('audio');
    await school.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
    await school.runJobs();
    const [shared, ...rest] = await rows();
    expect([shared?.chat_id, rest]).toEqual([null, []]);
    const { storage } = school.ctx.adapters;
    expect(await storage.stat(own?.file_key ?? '')).toBeNull();
    const forget = async () => {
      await jobs.find(({ name }) => name === 'forget-sounds')?.run(school.ctx, {} as never);
      await school.runJobs();
    };
    await forget();
    expect(await storage.stat(shared?.file_key ?? '')).not.toBeNull();
    school.clock.advance(91 * 86_400_000);
    await sql`insert into ai_speeches (hash, claimed_until, heard_on) select 'unheard ' || n, now(), '2026-01-01' from generate_series(1, 1001) n`.execute(
      school.ctx.db,
    );
    await forget();
    expect([await rows(), await storage.stat(shared?.file_key ?? '')]).toEqual([[], null]);
    await school.close();
  });
});

describe('voices', () => {
  it('are chosen and heard by staff, and are the teacher’s afterwards; a sample lets learners choose', async () => {
    const id = await buildPeople(app);
    const hear = (body: object, as = admin) => app.http('POST', `/admin/ai-peoples/${id}/hear-voice`, { as, body });
    const heard = await hear({ voice: 'sage', sample_text: 'Good morning' });
    expect(heard.body).toEqual({ url: expect.stringContaining('/uploads/media/'), mime: 'audio/wav' });
    expect(fake.seen.at(-1)).toEqual({ model: 'ok', input: 'Good morning', voice: 'sage' });
    expect((await hear({ voice: 'nobody', sample_text: 'Good morning' })).body.code).toBe('ai.not_spoken');
    const reader = await app.person.adminWith(['admin.ai-peoples.list', 'admin.ai-peoples.show']);
    expect((await hear({ voice: 'sage', sample_text: 'Good morning' }, reader)).status).toBe(403);
    expect((await app.http('GET', `/admin/ai-peoples/${id}`, { as: admin })).body.row.speech).toEqual({
      provider: 'compatible',
      model: 'ok',
      name: 'coral',
    });
    const update = (body: object) => app.http('PUT', `/admin/ai-peoples/${id}`, { as: admin, body });
    for (const voices of [['sage'], { nobody: 'sage' }, { compatible: 7 }, 'sage'])
      expect((await update({ voices })).body.errors).toHaveProperty('voices');
    expect((await update({ voices: { compatible: 'sage' }, sample_text: 'Nice to meet you.' })).status).toBe(200);
    const talker = await startTalker(app, { people_id: id });
    const { body } = await talker.get('ai-peoples');
    expect(body.peoples.find((one: { id: number }) => one.id === id)).toMatchObject({ sample: 'Nice to meet you.' });
    expect((await talker.post(`ai-peoples/${id}/read-text`, { lease: undefined })).body).toMatchObject({
      driver: 'audio',
      is_last: true,
    });
    expect(fake.seen.at(-1)).toMatchObject({ input: 'Nice to meet you.', voice: 'sage' });
    await read(talker, { message_id: (await lastLine(talker)).id });
    expect(fake.seen.at(-1)?.voice).toBe('sage');
    expect((await talker.get('ai-settings')).body.capabilities.read_text).toEqual({ provider: 'vendor', off: null });
    await save({ speech_driver: 'local' });
    expect((await talker.get('ai-settings')).body.capabilities.read_text).toEqual({ provider: 'browser', off: null });
    expect((await read(talker, { message_id: (await lastLine(talker)).id })).body.driver).toBe('browser');
    expect((await hear({ voice: 'sage', sample_text: 'Good morning' })).body.code).toBe('ai.no_speech');
  });

  it('say the words of the learner’s book, and of nobody else’s', async () => {
    const [member, other] = [await app.person.member(), await app.person.member()];
    await grantSeconds(app, member.member_id, 60);
    const { word } = (await app.http('POST', '/home/ai-words', { as: member, body: { text: 'umbrella' } })).body;
    const say = (as: typeof member) => app.http('POST', `/home/ai-words/${word.id}/read-text`, { as });
    expect((await say(member)).body).toMatchObject({ driver: 'audio', text: 'umbrella' });
    expect((await say(other)).status).toBe(404);
  });
});

it('is tested from the settings, and the account is sealed', async () => {
  const test = () => app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'speech' } });
  expect((await test()).body).toMatchObject({ state: 'passed', text: expect.stringContaining('speech-fake') });
  const { rows } = await sql<{ value: string }>`select value from configs where key = 'speech_own_key'`.execute(
    app.ctx.db,
  );
  expect(rows[0]?.value).not.toContain(speechSettings.speech_own_key);
  await save({ speech_own_key: 'wrong' });
  expect((await test()).body).toMatchObject({ state: 'failed', text: expect.stringContaining('invalid_api_key') });
  await save({ speech_own_key: speechSettings.speech_own_key, speech_own_model: 'html' });
  expect((await test()).body).toMatchObject({ state: 'failed', text: expect.stringContaining('没有返回声音') });
});
