import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startTestApp,
  type AdminPerson,
  type MemberPerson,
  type Reply,
  type TestApp,
} from '../../../../../test/app.ts';
import { formOf } from '../../../../../test/fakes/transcription/speech.ts';
import { wavOf } from '../../../../../test/talk/wav.ts';
import { startTalker, type Talker } from '../../../../../test/talk/talk.ts';
import type { HeardSounds, OtherSound } from '../../../../adapters/sounds/port.ts';

const calls: string[][] = [];
let engine: string | null = 'PocketSphinx';
let heard: HeardSounds[] = [];

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  const sounds = {
    name: async () => engine,
    async compare(_samples: Int16Array, words: readonly string[]) {
      calls.push([...words]);
      return heard.shift() ?? [];
    },
  };
  app = await startTestApp({ adapters: { sounds } });
  admin = await app.person.admin();
});
afterAll(() => app.close());
/** Who reads where one reading does not matter to the next. */
let reader: Reader;
beforeAll(async () => {
  reader = await newReader();
});
beforeEach(() => {
  [engine, heard] = ['PocketSphinx', []];
  calls.length = 0;
});

const settingsOf = async (member: MemberPerson) => (await app.http('GET', '/home/ai-settings', { as: member })).body;
const agree = (member: MemberPerson, isAgreed = true): Promise<Reply> =>
  app.http('PUT', '/home/ai-consents', {
    as: member,
    body: { purpose: 'reading', recipient: 'school', is_agreed: isAgreed },
  });

/** A voice in a quiet room. */
const clear = wavOf({ voice: 6000, room: 30 });
const check = (member: MemberPerson, messageId: number, bytes = clear): Promise<Reply> =>
  app.http('POST', '/home/ai-messages/score-reading', {
    as: member,
    query: { message_id: messageId },
    ...formOf(bytes),
  });

type Reader = { talker: Talker; id: number };
/** A learner who agreed, with a line of their own. */
async function newReader(text = 'I think the weather is nice', talker?: Talker): Promise<Reader> {
  talker ??= await startTalker(app);
  const { body } = await talker.send(text);
  await agree(talker.member);
  return { talker, id: body.member_message.id };
}
const thAsS: OtherSound = { word: 1, sound: 'TH', instead: 'S' };

describe('a sentence that is read aloud', () => {
  it('is asked for once more before a sound is named, and named only when both readings have it', async () => {
    const { talker, id } = await newReader();
    heard = [
      [thAsS, { word: 3, sound: 'DH', instead: 'D' }],
      [thAsS],
      [],
      [thAsS],
      [{ word: 3, sound: 'DH', instead: 'D' }],
    ];
    const nothing = { unheard: null, again: false, difference: null, engine: 'PocketSphinx' };
    expect((await check(talker.member, id)).body).toEqual({ ...nothing, again: true });
    const difference = { word: 'think', from: 2, to: 7, sound: 'TH', instead: 'S' };
    expect((await check(talker.member, id)).body).toEqual({ ...nothing, difference });
    expect((await check(talker.member, id)).body).toEqual(nothing);
    expect((await check(talker.member, id)).body).toEqual({ ...nothing, again: true });
    // Another sound the second time: neither is named, and nobody is asked a third time.
    expect((await check(talker.member, id)).body).toEqual(nothing);
    expect(calls[0]).toEqual(['i', 'think', 'the', 'weather', 'is', 'nice']);
  });

  it('costs nothing and is no turn', async () => {
    const { talker, id } = await newReader();
    const before = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    await check(talker.member, id);
    const after = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    expect([after.seconds_left, after.messages.length]).toEqual([before.seconds_left, before.messages.length]);
  });

  it('does not agree with a reading of more than an hour ago, of another sentence or of another learner', async () => {
    const [{ talker, id }, other] = [await newReader(), await newReader()];
    heard = [[thAsS], [thAsS], [thAsS]];
    expect((await check(talker.member, id)).body.again).toBe(true);
    expect((await check(other.talker.member, other.id)).body).toMatchObject({ again: true, difference: null });
    app.clock.advance(61 * 60_000);
    expect((await check(talker.member, id)).body).toMatchObject({ again: true, difference: null });
    expect((await check(other.talker.member, id)).status).toBe(404);
  });

  it.each([
    ['other words', 'other_words'],
    ['a word that nobody knows', 'unknown_words'],
  ] as const)('%s: nothing is said about sounds, and nothing is kept', async (_name, verdict) => {
    const { talker, id } = reader;
    heard = [verdict];
    expect((await check(talker.member, id)).body).toMatchObject({ unheard: verdict, again: false, difference: null });
    const { rows } = await sql`select 1 from ai_readings where message_id = ${id}`.execute(app.ctx.db);
    expect(rows).toEqual([]);
  });

  it.each([
    ['quiet', wavOf({ voice: 40, room: 5 })],
    ['noise', wavOf({ voice: 3000, room: 2500 })],
    ['clipped', wavOf({ voice: 60_000, room: 30 })],
    ['quiet', wavOf({ voice: 6000, room: 30, ms: 300 })],
  ] as const)('%s: is not compared', async (unheard, bytes) => {
    const { talker, id } = reader;
    expect((await check(talker.member, id, bytes)).body).toMatchObject({ unheard, again: false, difference: null });
    expect(calls).toEqual([]);
  });

  it.each([
    ['short', 'A latte'],
    ['unknown_words', 'I would like 2 of them'],
    ['unknown_words', 'please '.repeat(31).trim()],
  ] as const)('%s: a sentence that cannot be compared', async (unheard, text) => {
    const { talker, id } = await newReader(text, reader.talker);
    expect((await check(talker.member, id)).body).toMatchObject({ unheard });
    expect(calls).toEqual([]);
  });

  it.each([
    ['text', Buffer.from('this is no recording at all')],
    ['nothing', Buffer.alloc(0)],
    ['half a head', clear.subarray(0, 20)],
    ['another rate', wavOf({ voice: 6000, room: 30, rate: 44_100 })],
  ])('%s is an error of the field', async (_name, bytes) => {
    const { talker, id } = reader;
    const { status, body } = await check(talker.member, id, bytes);
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([422, 'ai.recording_type', ['audio']]);
  });
});

describe('consent', () => {
  it('comes first, and ends when it is taken back', async () => {
    const talker = await startTalker(app);
    const { body } = await talker.send('I think the weather is nice');
    const { id } = body.member_message;
    expect(await settingsOf(talker.member)).toMatchObject({
      capabilities: { pron: { provider: 'local', off: null } },
      reading: { recipient: 'school', is_agreed: false },
    });
    expect((await check(talker.member, id)).body.code).toBe('ai.no_consent');
    await agree(talker.member);
    expect((await settingsOf(talker.member)).reading.is_agreed).toBe(true);
    expect((await check(talker.member, id)).status).toBe(200);
    await agree(talker.member, false);
    expect((await check(talker.member, id)).body.code).toBe('ai.no_consent');
  });

  it('below fourteen is a guardian’s, as for every voice', async () => {
    const { talker, id } = await newReader();
    const child = { birthday: '2016-01-01', ai_consent: true };
    await app.ctx.db.updateTable('members').set(child).where('id', '=', talker.member.member_id).execute();
    expect((await settingsOf(talker.member)).capabilities.pron).toEqual({ provider: null, off: 'needs_guardian' });
    expect(await check(talker.member, id)).toMatchObject({ status: 403, body: { code: 'ai.voice_guardian' } });
  });
});

it('is off where nothing is installed, and where the school switched it off', async () => {
  const { talker, id } = await newReader();
  engine = null;
  expect(await settingsOf(talker.member)).toMatchObject({
    capabilities: { pron: { provider: null, off: 'needs_check' } },
    reading: null,
  });
  expect((await check(talker.member, id)).body.code).toBe('ai.check_off');
  engine = 'PocketSphinx';
  const save = (value: boolean): Promise<Reply> =>
    app.http('PUT', '/admin/configs', { as: admin, body: { values: { ai_sound_check: value } } });
  await save(false);
  await app.messagesHandled();
  expect((await check(talker.member, id)).body.code).toBe('ai.check_off');
  await save(true);
  await app.messagesHandled();
  expect((await check(talker.member, id)).status).toBe(200);
});

it('leaves with its talk', async () => {
  const { talker, id } = await newReader();
  await check(talker.member, id);
  await app.http('DELETE', `/home/ai-chats/${talker.chat_id}`, { as: talker.member });
  const { rows } = await sql`select 1 from ai_readings where chat_id = ${talker.chat_id}`.execute(app.ctx.db);
  expect(rows).toEqual([]);
});
