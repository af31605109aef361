import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billable, countWords } from '@kaike/shared/domain/ai/billable';
import { maxRecordingBytes } from '@kaike/shared/contracts/ai/ai-hearing';
import {
  startTestApp,
  type AdminPerson,
  type MemberPerson,
  type Reply,
  type TestApp,
} from '../../../../../test/app.ts';
import { earsSettings, startEars, type Ears } from '../../../../../test/fakes/transcription/ears.ts';
import { startTencentAsr, tencentEarsSettings } from '../../../../../test/fakes/transcription/tencent-asr.ts';
import { formOf, speech } from '../../../../../test/fakes/transcription/speech.ts';
import { buildPeople, createPuppet, startNode, startTalker, type Talker } from '../../../../../test/talk/talk.ts';

const puppet = createPuppet();
let app: TestApp;
let admin: AdminPerson;
let ears: Ears;
let peopleId: number;
const noon = new Date('2026-11-24T04:00:00Z');

beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
  [ears, admin, peopleId] = [await startEars(), await app.person.admin(), await buildPeople(app)];
  app.clock.set(noon);
  await save({ ...earsSettings, transcription_base: ears.base });
});
afterAll(async () => {
  await app.close();
  await ears.close();
});

async function save(values: Record<string, unknown>): Promise<Reply> {
  const reply = await app.http('PUT', '/admin/configs', { as: admin, body: { values } });
  await app.messagesHandled();
  return reply;
}
const recording = (name: string): Buffer =>
  readFileSync(new URL(`../../../../../test/fakes/transcription/recordings/${name}`, import.meta.url));
const settingsOf = async (member: MemberPerson) => (await app.http('GET', '/home/ai-settings', { as: member })).body;

async function agree(member: MemberPerson): Promise<Reply> {
  const { voice } = await settingsOf(member);
  const body = { recipient: voice?.recipient ?? '', is_agreed: true };
  return app.http('PUT', '/home/ai-consents', { as: member, body });
}

type Try = { key?: string; http?: TestApp['http']; as?: MemberPerson; lease?: string };
function hear(
  { member, chat_id, lease: own }: Talker,
  bytes: Buffer,
  { key = randomUUID(), http = app.http, as = member, lease = own }: Try = {},
) {
  return http('POST', '/home/ai-messages/hear', {
    as,
    query: { chat_id, client_msg_id: key, lease },
    ...formOf(bytes),
  });
}
async function speaker(more: { seconds?: number } = {}): Promise<Talker> {
  const talker = await startTalker(app, { people_id: peopleId, ...more });
  expect((await agree(talker.member)).status).toBe(200);
  return talker;
}
const words = 'A large latte, please.';

describe('a turn by voice', () => {
  it('is heard in the language of the teacher, which services know without its region', async () => {
    const chinese = await buildPeople(app, { language: 'zh-CN' });
    const talker = await startTalker(app, { people_id: chinese });
    await agree(talker.member);
    expect((await hear(talker, speech(words, 2000))).body.text).toBe(words);
    expect(ears.seen.at(-1)?.language).toBe('zh');
  });

  it('is heard once, sent under the same id, and charged by the length of the recording', async () => {
    const talker = await speaker();
    const key = randomUUID();
    const before = ears.seen.length;
    const heard = await hear(talker, speech(words, 7300), { key });
    expect(heard.body).toEqual({ event: 'stt', text: words, ms: 7300 });
    expect((await hear(talker, speech(words, 7300), { key })).body).toEqual(heard.body);
    const { body } = await talker.send(words, { key });
    const cost = billable({
      typed_words: 0,
      recorded_ms: 7300,
      reply_words: countWords(body.reply.content),
      speech_rate: 1,
    });
    expect([body.reply.talk_sec, body.seconds_left]).toEqual([cost, 600 - cost]);
    // Both again, as after a lost answer.
    expect((await hear(talker, speech(words, 7300), { key })).body).toEqual(heard.body);
    expect((await talker.send(words, { key })).body.reply.id).toBe(body.reply.id);
    expect(ears.seen.length - before).toBe(1);
    const rows = await sql<{ kind: string; recorded_ms: number }>`select kind, recorded_ms from ai_messages
      where chat_id = ${talker.chat_id} and role = 'member'`.execute(app.ctx.db);
    expect(rows.rows).toEqual([{ kind: 'voice', recorded_ms: 7300 }]);
    const takes = await sql`select 1 from ai_takes where chat_id = ${talker.chat_id}`.execute(app.ctx.db);
    expect(takes.rows).toEqual([]);
    await talker.post(`ai-chats/${talker.chat_id}/finish`);
    await app.runJobs();
    const { report } = (await talker.get(`ai-chats/${talker.chat_id}/report`)).body;
    expect(report.words_minute).toBe(Math.round((countWords(words) * 60_000) / 7300));
  });

  it('counts a reply that failed and was asked for again once, by the recording', async () => {
    const talker = await speaker();
    const key = randomUUID();
    await hear(talker, speech(words, 5000), { key });
    puppet.cutAfter(2);
    const failed = await talker.send(words, { key });
    expect(failed.body.reply.talk_sec).toBe(0);
    const again = await talker.post(`ai-messages/${failed.body.reply.id}/retry`, { client_msg_id: randomUUID() });
    const replied = countWords(again.body.reply.content);
    expect(again.body.reply.talk_sec).toBe(
      billable({ typed_words: 0, recorded_ms: 5000, reply_words: replied, speech_rate: 1 }),
    );
  });

  it('twenty requests of one id at once, on two nodes, call the vendor once', async () => {
    const talker = await speaker();
    const node = await startNode(app, puppet.chat);
    const key = randomUUID();
    const before = ears.seen.length;
    const gate = ears.hold();
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        hear(talker, speech(words), { key, http: index % 2 ? node.http : app.http }),
      ),
    );
    await gate.arrived;
    gate.release();
    expect(new Set((await answers).map(({ text }) => text)).size).toBe(1);
    expect(ears.seen.length - before).toBe(1);
    await node.close();
  });

  it('does not take other words, another recording or somebody else’s talk under its id', async () => {
    const [talker, other] = [await speaker(), await speaker()];
    const key = randomUUID();
    await hear(talker, speech(words), { key });
    expect((await hear(talker, speech('A tea, please.'), { key })).body.code).toBe('ai.key_reused');
    expect((await talker.send('A tea, please.', { key })).body.code).toBe('ai.key_reused');
    expect((await hear(talker, speech(words), { as: other.member })).status).toBe(404);
    expect((await hear(talker, speech(words), { lease: randomUUID() })).body.code).toBe('ai.taken_over');
    expect((await talker.send(words, { key })).status).toBe(200);
  });

  it.each(['empty', 'noise', 'whisper-unsure'])(
    '%s: nothing is understood, no turn begins and nothing is charged',
    async (model) => {
      const talker = await speaker();
      await save({ transcription_own_model: model });
      expect((await hear(talker, speech(words))).body).toEqual({ event: 'unheard', text: '', ms: 2000 });
      await save({ transcription_own_model: 'ok' });
      const { body } = await talker.get(`ai-chats/${talker.chat_id}`);
      expect([body.messages.length, body.seconds_left]).toEqual([1, 600]);
    },
  );

  it('too short for a word: the vendor is not asked', async () => {
    const talker = await speaker();
    const before = ears.seen.length;
    expect((await hear(talker, speech(words, 200))).body.event).toBe('unheard');
    expect(ears.seen.length).toBe(before);
  });

  it('is refused before the vendor is asked when the balance does not reach', async () => {
    const talker = await speaker({ seconds: 12 });
    const before = ears.seen.length;
    expect((await hear(talker, speech(words, 20_000))).body.code).toBe('ai.balance_over');
    expect(ears.seen.length).toBe(before);
  });
});

describe('the recording', () => {
  const frames = (count: number): Buffer => {
    const frame = Buffer.alloc(417);
    frame.set([0xff, 0xfb, 0x90, 0xc4]);
    return Buffer.concat(Array.from({ length: count }, () => frame));
  };
  it.each([
    ['wav', () => speech(words, 1234), 1234, 1234],
    ['webm', () => recording('chrome.webm'), 1350, 1550],
    ['mp4', () => recording('chrome.mp4'), 1350, 1550],
    ['ogg', () => recording('speech.ogg'), 1100, 1550],
    ['mp3', () => frames(40), 1000, 1100],
  ] as const)('%s is known by its content, and as long as its last packet says', async (type, bytes, least, most) => {
    const talker = await speaker();
    const { body } = await hear(talker, bytes());
    expect(body.event).toBe('stt');
    expect(body.ms).toBeGreaterThanOrEqual(least);
    expect(body.ms).toBeLessThanOrEqual(most);
    expect(ears.seen.at(-1)).toMatchObject({ name: `speech.${type}`, size: bytes().length });
  });

  it.each([
    ['text', Buffer.from('hello, this is no recording'), 'ai.recording_type'],
    ['nothing', Buffer.alloc(0), 'ai.recording_type'],
    ['half a head', recording('chrome.webm').subarray(0, 60), 'ai.recording_type'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'ai.recording_type'],
    ['61 seconds', speech(words, 61_900), 'ai.recording_long'],
    ['more than 2 MB', Buffer.concat([speech(words), Buffer.alloc(maxRecordingBytes)]), 'ai.recording_large'],
  ])('%s is an error of the field', async (_name, bytes, code) => {
    const talker = await speaker();
    const before = ears.seen.length;
    const { status, body } = await hear(talker, bytes);
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, code, ['audio']]);
    expect(ears.seen.length).toBe(before);
  });

  it('is never shorter than its bytes allow, whatever its head says', async () => {
    const talker = await speaker();
    // Half a megabyte behind a recording of a second and a half.
    const { body } = await hear(talker, Buffer.concat([recording('speech.ogg'), Buffer.alloc(512_000)]));
    expect(body.ms ?? 8000).toBeGreaterThanOrEqual(8000);
  });

  it('is kept nowhere, and its words leave with the talk', async () => {
    const talker = await speaker();
    await hear(talker, speech('A quokka coffee, please.'));
    const { rows } = await sql<{
      words: string;
      sha256: string;
    }>`select words, sha256 from ai_takes where chat_id = ${talker.chat_id}`.execute(app.ctx.db);
    expect(rows[0]?.words).toContain('quokka');
    await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
    const left = await sql`select 1 from ai_takes where chat_id = ${talker.chat_id}`.execute(app.ctx.db);
    expect(left.rows).toEqual([]);
  });
});

describe('consent', () => {
  it('comes first, names who receives the voice, ends when it is taken back or somebody else receives it', async () => {
    const talker = await startTalker(app, { people_id: peopleId });
    const before = ears.seen.length;
    expect(await settingsOf(talker.member)).toMatchObject({
      capabilities: { hear: { provider: 'vendor', off: null } },
      voice: { name: '听写科技有限公司', is_abroad: false, is_agreed: false, capture: 'any' },
      voice_consent: null,
    });
    expect((await hear(talker, speech(words))).body.code).toBe('ai.no_consent');
    const wrong = { recipient: 'home:compatible:x', is_agreed: true };
    expect((await app.http('PUT', '/home/ai-consents', { as: talker.member, body: wrong })).body.code).toBe(
      'ai.consent_changed',
    );
    await agree(talker.member);
    await agree(talker.member);
    expect((await settingsOf(talker.member)).voice_consent.name).toBe('听写科技有限公司');
    expect((await hear(talker, speech(words))).status).toBe(200);
    await save({ transcription_recipient: '另一家公司', transcription_is_abroad: true });
    expect((await settingsOf(talker.member)).voice).toMatchObject({
      name: '另一家公司',
      is_abroad: true,
      is_agreed: false,
    });
    expect((await hear(talker, speech(words))).body.code).toBe('ai.consent_changed');
    await agree(talker.member);
    await app.http('PUT', '/home/ai-consents', { as: talker.member, body: { is_agreed: false } });
    expect((await hear(talker, speech(words))).body.code).toBe('ai.no_consent');
    expect(ears.seen.length - before).toBe(1);
    const { rows } = await sql<{ revoked: boolean }>`select revoked_at is not null as revoked from ai_consents
      where member_id = ${talker.member.member_id}`.execute(app.ctx.db);
    expect(rows).toEqual([{ revoked: true }, { revoked: true }]);
    await save({ transcription_recipient: earsSettings.transcription_recipient, transcription_is_abroad: false });
  });

  it('below fourteen is a guardian’s, as the school recorded it', async () => {
    const talker = await speaker();
    const { db } = app.ctx;
    await db
      .updateTable('members')
      .set({ birthday: '2014-01-01', ai_consent: true })
      .where('id', '=', talker.member.member_id)
      .execute();
    expect((await settingsOf(talker.member)).capabilities.hear).toEqual({ provider: null, off: 'needs_guardian' });
    expect(await hear(talker, speech(words))).toMatchObject({ status: 403, body: { code: 'ai.voice_guardian' } });
    const body = { ai_voice_consent: true };
    expect((await app.http('PUT', `/admin/members/${talker.member.member_id}`, { as: admin, body })).status).toBe(200);
    expect((await hear(talker, speech(words))).status).toBe(200);
  });
});

describe('the vendor', () => {
  const laterOn = (): void => app.clock.advance(301_000);
  const alarms = async (): Promise<string[]> =>
    (await app.http('GET', '/admin/todo', { as: admin })).body.items.map(({ key }: { key: string }) => key);
  const test = () => app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'transcription' } });

  it('without one the browser hears, and the server says so', async () => {
    const talker = await speaker();
    await save({ transcription_driver: 'local' });
    expect(await settingsOf(talker.member)).toMatchObject({
      capabilities: { hear: { provider: 'browser', off: null } },
      voice: null,
      voice_consent: { name: '听写科技有限公司' },
    });
    expect((await hear(talker, speech(words))).body.code).toBe('ai.voice_off');
    expect((await test()).body).toMatchObject({ state: 'local', title: expect.stringContaining('没有接入') });
    await save({ transcription_driver: 'compatible' });
  });

  it('is tested with a second of a tone; its key is sealed and stays here', async () => {
    expect((await test()).body).toMatchObject({ state: 'passed', text: expect.stringContaining('req-ears') });
    expect(JSON.stringify((await app.http('GET', '/admin/configs', { as: admin })).body)).not.toContain('sk-ears');
    await save({ transcription_own_key: 'wrong' });
    expect((await test()).body).toMatchObject({ state: 'failed', text: expect.stringContaining('invalid_api_key') });
    await save({ transcription_own_key: earsSettings.transcription_own_key });
    laterOn();
    expect((await test()).body.state).toBe('passed');
  });

  it.each(['503', 'silent', 'bad-json', 'html', '400'])(
    '%s: a clear error, nothing lost, nothing charged, and the same id is heard later',
    async (model) => {
      const talker = await speaker();
      const key = randomUUID();
      await save({ transcription_own_model: model });
      if (model === 'silent') await app.setting('transcription_wait_sec', 0.2);
      expect(await hear(talker, speech(words), { key })).toMatchObject({ status: 503, body: { code: 'ai.not_heard' } });
      if (model === 'silent') await app.setting('transcription_wait_sec', 15);
      await save({ transcription_own_model: 'ok' });
      laterOn();
      const later = await hear(talker, speech(words), { key });
      expect(later.body).toMatchObject({ text: words });
      expect((await talker.get(`ai-chats/${talker.chat_id}`)).body.seconds_left).toBe(600);
    },
  );

  it('has a second one behind it, to which learners agree as well', async () => {
    laterOn();
    const agreedToOne = await speaker();
    const tencent = await startTencentAsr(app.clock.now);
    const { transcription_driver: name, ...account } = tencentEarsSettings;
    await save({
      ...account,
      transcription_fallback: name,
      transcription_tencent_base: tencent.base,
      transcription_own_model: '503',
    });
    expect((await hear(agreedToOne, speech(words))).body.code).toBe('ai.consent_changed');
    const talker = await speaker();
    expect((await settingsOf(talker.member)).voice).toMatchObject({ name: '听写科技有限公司、腾讯云', capture: 'wav' });
    expect((await hear(talker, speech(words))).body).toMatchObject({ event: 'stt', text: words });
    const { rows } =
      await sql`select provider, state from ai_usage where chat_id = ${talker.chat_id} order by id`.execute(app.ctx.db);
    expect(rows).toEqual([
      { provider: 'compatible', state: 3 },
      { provider: 'tencent', state: 1 },
    ]);
    await save({ transcription_fallback: 'none', transcription_own_model: 'ok' });
    laterOn();
    await tencent.close();
  });

  it('a refused account rests for five minutes, in which the browser hears, and the dashboard names it until it works', async () => {
    const talker = await speaker();
    await save({ transcription_own_model: '402' });
    expect(await alarms()).not.toContain('transcription_refused');
    expect((await hear(talker, speech(words))).status).toBe(503);
    expect(await alarms()).toContain('transcription_refused');
    expect((await settingsOf(talker.member)).capabilities.hear.provider).toBe('browser');
    const before = ears.seen.length;
    expect((await hear(talker, speech(words))).body.code).toBe('ai.voice_off');
    expect(ears.seen.length).toBe(before);
    await save({ transcription_own_model: 'ok' });
    expect((await hear(talker, speech(words))).status).toBe(200);
    expect(await alarms()).not.toContain('transcription_refused');
  });

  it('is booked with the length of each recording, and priced by the hour; over the day’s limit it rests', async () => {
    laterOn();
    const talker = await speaker();
    await save({ transcription_own_model: 'whisper-1' });
    const price = {
      provider: 'compatible',
      model: 'whisper-1',
      unit: 'audio_hours',
      price: 36,
      valid_from: '2020-01-01',
      remark: '',
    };
    expect((await app.http('POST', '/admin/ai-prices', { as: admin, body: price })).status).toBeLessThan(300);
    await hear(talker, speech(words, 30_000));
    const usage = async () =>
      (await app.http('GET', `/admin/ai-usage/list?where[chat_id]=${talker.chat_id}`, { as: admin })).body.data;
    await expect.poll(usage).toHaveLength(1);
    const [row] = await usage();
    expect(row).toMatchObject({
      purpose: 'stt',
      model: 'whisper-1',
      audio_ms: 30_000,
      cost: 0.3,
      vendor_request_id: 'req-ears',
    });
    const days = (await app.http('GET', '/admin/ai-usage-days/list?where[purpose]=stt', { as: admin })).body.data;
    expect(days.find(({ model }: { model: string }) => model === 'whisper-1')).toMatchObject({
      audio_ms: 30_000,
      cost: 0.3,
    });
    const budget = { scope: 'purpose', purpose: 'stt', hard: 0.3 };
    const { id } = (await app.http('POST', '/admin/ai-budgets', { as: admin, body: budget })).body;
    expect((await settingsOf(talker.member)).capabilities.hear.provider).toBe('browser');
    await app.http('DELETE', '/admin/ai-budgets', { as: admin, body: { ids: [id] } });
    await save({ transcription_own_model: 'ok' });
  });

  it('is not asked more than 400 times a day for one learner', async () => {
    const talker = await speaker();
    await sql`update ai_days set takes = 400 where member_id = ${talker.member.member_id}`.execute(app.ctx.db);
    await sql`insert into ai_days (member_id, day, takes) values (${talker.member.member_id}, '2026-11-24', 400) on conflict do nothing`.execute(
      app.ctx.db,
    );
    expect((await hear(talker, speech(words))).body.code).toBe('ai.day_limit');
  });
});
