import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import type { AiVendor } from '../../../../test/fakes/chat/ai-vendor.ts';
import { speechSettings, startSpeechVendor, type SpeechFake } from '../../../../test/fakes/speech/speech-vendor.ts';
import { toneOf } from '../../../../test/fakes/speech/tone.ts';
import { earsSettings, startEars, type Ears } from '../../../../test/fakes/transcription/ears.ts';
import { formOf, speech } from '../../../../test/fakes/transcription/speech.ts';
import { startTalker } from '../../../../test/talk/talk.ts';
import { addTemplate, startVendorSchool } from '../../../../test/talk/vendor.ts';
import { wavOf } from '../../../../test/talk/wav.ts';
import { createLog } from '../../../logs/log.ts';

/** What the server logged, as an operator of a production server has it. */
const logged: string[] = [];
const log = createLog({ env: 'production' }, { write: (line: string) => void logged.push(line) });

let app: TestApp;
let fakes: { chat: AiVendor; speech: SpeechFake; ears: Ears };
let save: (values: Record<string, unknown>) => Promise<unknown>;
beforeAll(async () => {
  const sounds = {
    name: async () => 'PocketSphinx',
    compare: async () => [{ word: 1, sound: 'TH' as const, instead: 'S' as const }],
  };
  app = await startTestApp({ log, adapters: { sounds } });
  const school = await startVendorSchool(app);
  fakes = { chat: school.fake, speech: await startSpeechVendor(), ears: await startEars() };
  save = school.save;
  await save({ chat_own_model: 'reader' });
  await save({ ...speechSettings, speech_base: fakes.speech.base });
  await save({ ...earsSettings, transcription_base: fakes.ears.base });
});
afterAll(async () => {
  await app.close();
  for (const fake of Object.values(fakes)) await fake.close();
});

/** The database as a dump of it would be: every row of every table as text, those of the job queue too. */
async function readDatabase(): Promise<string> {
  const { db } = app.ctx;
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

async function readStorage(): Promise<Buffer> {
  const folder = app.ctx.config.data_dir;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))));
}

const leastCode = 8;
/** Bytes as they may stand in a text: as they are, in hexadecimal digits, and in base 64 wherever they begin. */
function formsOf(bytes: Buffer): string[] {
  const encoded = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    bytes.toString('utf8'),
    bytes.toString('latin1'),
    bytes.toString('hex'),
    ...encoded.filter(({ length }) => length >= leastCode),
  ];
}

type Trace = { where: 'database' | 'storage' | 'log'; what: string };
async function findTraces(marks: Readonly<Record<string, Buffer>>): Promise<Trace[]> {
  const places = {
    database: await readDatabase(),
    storage: (await readStorage()).toString('latin1'),
    log: logged.join('\n'),
  };
  return Object.entries(marks).flatMap(([what, bytes]) =>
    (['database', 'storage', 'log'] as const)
      .filter((where) => formsOf(bytes).some((form) => places[where].includes(form)))
      .map((where): Trace => ({ where, what })),
  );
}

const reading = wavOf({ voice: 6000, room: 30 });
const marks = {
  typed: Buffer.from('quokkaberry'),
  recorded: Buffer.from('zanzibarberry'),
  summary: Buffer.from('袋鼠咖啡馆'),
  reading: reading.subarray(12_000, 12_096),
  spoken: toneOf(4).subarray(60, 156),
};

it('a talk with words, a recording, a reading and a summary leaves nothing behind in the database, the storage and the log', async () => {
  fakes.chat.proposals = JSON.stringify({ summary: '您在袋鼠咖啡馆点了咖啡。', advice: '练习 quokkaberry 的说法。' });
  const talker = await startTalker(app, { key: await addTemplate(app, 'ok') });
  const { member, chat_id, lease } = talker;
  const { voice } = (await talker.get('ai-settings')).body;
  for (const consent of [{ recipient: voice.recipient }, { purpose: 'reading', recipient: 'school' }])
    expect(
      (await app.http('PUT', '/home/ai-consents', { as: member, body: { ...consent, is_agreed: true } })).status,
    ).toBe(200);

  const { member_message: typed } = (await talker.send('I think quokkaberry coffee nice')).body;
  const key = randomUUID();
  const hear = (id: string) =>
    app.http('POST', '/home/ai-messages/hear', {
      as: member,
      query: { chat_id, client_msg_id: id, lease },
      ...formOf(speech('One zanzibarberry latte, please.')),
    });
  const heard = await hear(key);
  expect(heard.body.text).toBe('One zanzibarberry latte, please.');
  expect((await talker.send(heard.body.text, { key })).status).toBe(200);
  const score = await app.http('POST', '/home/ai-messages/score-reading', {
    as: member,
    query: { message_id: typed.id },
    ...formOf(reading),
  });
  expect(score.body).toMatchObject({ again: true });
  const spoken = await talker.post('ai-messages/read-text', { message_id: typed.id, lease: undefined });
  expect(spoken.body.driver).toBe('audio');
  // Services that fail are logged: without the words and sounds that they were sent.
  await save({ speech_own_model: '402', transcription_own_model: '402' });
  await talker.post('ai-messages/read-text', { message_id: typed.id, at: 2, lease: undefined });
  await hear(randomUUID());
  const broken = await startTalker(app, { key: await addTemplate(app, '402'), member });
  await broken.send('Another quokkaberry, please');
  for (const what of ['spoken', 'heard', 'write']) expect(logged.join()).toContain(what);
  app.clock.advance(301_000);
  await talker.post(`ai-chats/${chat_id}/finish`);
  await app.runJobs();
  expect((await talker.get(`ai-chats/${chat_id}/report`)).body.summary).toMatchObject({ state: 'ready' });

  // The learner's recordings and readings were never kept at all.
  expect(await findTraces(marks)).toEqual([
    { where: 'database', what: 'typed' },
    { where: 'database', what: 'recorded' },
    { where: 'database', what: 'summary' },
    { where: 'storage', what: 'spoken' },
  ]);
  for (const id of [chat_id, broken.chat_id])
    expect((await app.http('DELETE', `/home/ai-chats/${id}`, { as: member })).status).toBe(200);
  await app.runJobs();
  expect(await findTraces(marks)).toEqual([]);
});
