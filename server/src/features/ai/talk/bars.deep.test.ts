import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { startServed, type Served } from '../../../../test/processes/served.ts';
import { startMs } from '../../../../test/processes/spawn-server.ts';
import { memory, treeSeconds } from '../../../../test/processes/usage.ts';
import { chatKey, type AiVendor } from '../../../../test/fakes/chat/ai-vendor.ts';
import { speechSettings, startSpeechVendor, type SpeechFake } from '../../../../test/fakes/speech/speech-vendor.ts';
import { earsSettings, startEars, type Ears } from '../../../../test/fakes/transcription/ears.ts';
import { formOf, speech } from '../../../../test/fakes/transcription/speech.ts';
import { connectionTo, remoteTalker, type RemoteTalker } from '../../../../test/talk/served-talk.ts';
import { buildPeople, openSession, startTalker, type Talker } from '../../../../test/talk/talk.ts';
import { addTemplate, startVendorSchool } from '../../../../test/talk/vendor.ts';

/** Pieces of a reply as a model writes it: three letters every 10 ms, up to the longest reply. */
const pieces = 140;
const trickle = `pieces:${pieces}:10`;
/** What a reply costs with so few pieces is what a turn costs without them. */
const fewPieces = 20;
const drops = `pieces:${fewPieces}:10`;
const talkers = 50;
/** A learner speaks every twenty seconds or so: fifty of them begin a turn every 400 ms. Here they do four times as often. */
const betweenTurnsMs = 100;
// Times and processor are printed: on a busy machine they say nothing. Events, statements and texts are demanded.
/** Pairs of rounds whose processor is compared after one that warms both up. */
const rounds = 3;
/** Open before the two hundred. */
const firstStreams = 100;
const slowStreams = 200;
const slow = 'pieces:140:400';

const relayFile = join(import.meta.dirname, '../../../../test/talk/naive-relay.fixture.ts');

let app: TestApp;
let vendor: AiVendor;
let ears: Ears;
let voices: SpeechFake;
let served: Served;
let relay: { child: ChildProcess; address: string };
let save: (values: Record<string, unknown>) => Promise<unknown>;

async function startRelay(base: string): Promise<typeof relay> {
  const child = spawn(process.execPath, ['--import', 'tsx', relayFile], {
    env: { PATH: process.env['PATH'], RELAY_VENDOR: base, RELAY_KEY: chatKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, address: line.toString().split(' ')[1] ?? '' };
}

beforeAll(async () => {
  app = await startTestApp();
  const school = await startVendorSchool(app);
  vendor = school.fake;
  save = school.save;
  [ears, voices] = [await startEars(), await startSpeechVendor()];
  await save({
    ...earsSettings,
    transcription_base: ears.base,
    transcription_own_model: 'wait:400',
    ...speechSettings,
    speech_base: voices.base,
    speech_own_model: 'wait:300',
    // A busy machine is no silent service.
    chat_first_sec: 60,
    chat_next_sec: 60,
  });
  served = await startServed(connectionTo(app), {
    KAIKE_WORKERS: '1',
    KAIKE_SECRET: app.ctx.config.secret,
  });
  relay = await startRelay(vendor.base);
}, startMs);
afterAll(async () => {
  relay.child.kill();
  await served.end('SIGKILL');
  await app.close();
  for (const fake of [vendor, ears, voices]) await fake.close();
});

type Speaker = { talker: Talker; remote: RemoteTalker; token: string };

async function newSpeakers(count: number, model: string): Promise<Speaker[]> {
  const key = await addTemplate(app, model, { is_free: true });
  const peopleId = await buildPeople(app);
  const speakers: Speaker[] = [];
  for (let index = 0; index < count; index += 1) {
    const talker = await startTalker(app, { seconds: 6000, key, people_id: peopleId });
    const token = await openSession(app.ctx, talker.member.user_id);
    speakers.push({ talker, token, remote: await remoteTalker(app, talker) });
  }
  return speakers;
}

/** How one reply came: milliseconds to its first words, their number, and in how many events. */
type Measured = { first_ms: number; characters: number; events: number };
const words = 'I would like to talk about my holidays by the sea.';

async function bySchool({ remote }: Speaker, onFirst = (): void => undefined): Promise<Measured> {
  const start = performance.now();
  const measured: Measured = { first_ms: 0, characters: 0, events: 0 };
  const sent = await remote.send(served.address, words, {
    on_event({ event }) {
      if (event.type !== 'message') return;
      if (measured.first_ms === 0) onFirst();
      measured.first_ms ||= performance.now() - start;
      measured.characters = event.from + event.delta.length;
      measured.events += 1;
    },
  });
  expect(sent).toMatchObject({ status: 200, is_lost: false });
  expect(sent.events.at(-1)?.event).toMatchObject({ type: 'done' });
  return measured;
}

async function byRelay(model: string, onFirst = (): void => undefined): Promise<Measured> {
  const start = performance.now();
  const measured: Measured = { first_ms: 0, characters: 0, events: 0 };
  const response = await fetch(`${relay.address}/?model=${model}`, {
    method: 'POST',
    body: JSON.stringify({ text: words }),
  });
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (measured.first_ms === 0) onFirst();
    measured.first_ms ||= performance.now() - start;
    for (const [, delta = ''] of piece.matchAll(/"delta":"([^"]*)"/g)) {
      measured.characters += delta.length;
      measured.events += 1;
    }
  }
  return measured;
}

const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Turns that begin one after the other. Returns them with the processor they took, in milliseconds. */
async function run(
  pid: number,
  turns: readonly (() => Promise<Measured>)[],
): Promise<{ measured: Measured[]; processor_ms: number }> {
  const before = treeSeconds(pid);
  const running: Promise<Measured>[] = [];
  for (const turn of turns) {
    running.push(turn());
    await wait(betweenTurnsMs);
  }
  const measured = await Promise.all(running);
  return { measured, processor_ms: (treeSeconds(pid) - before) * 1000 };
}

const report = (name: string, value: string): void => void process.stdout.write(`bar | ${name} | ${value}\n`);
const pidOf = (child: ChildProcess): number => child.pid ?? 0;

it('the same words as by a naive relay and how much later the first of them, fifty talks beside each other and a service that answers at once', async () => {
  const model = `pieces:${pieces}`;
  const speakers = await newSpeakers(talkers, model);
  const ways = {
    relay: () =>
      run(
        pidOf(relay.child),
        speakers.map(() => () => byRelay(model)),
      ),
    school: () =>
      run(
        pidOf(served.child),
        speakers.map((one) => () => bySchool(one)),
      ),
  };
  // Twice each, so that both are warm; the second round counts.
  await ways.relay();
  await ways.school();
  const [naive, own] = [await ways.relay(), await ways.school()];
  const [theirs, ours] = [naive, own].map(({ measured }) =>
    share(
      measured.map((one) => one.first_ms),
      0.95,
    ),
  );
  report('first words, p95', `${ours?.toFixed(0)} ms, relay ${theirs?.toFixed(0)} ms (≤ relay + 80)`);
  expect(own.measured.map(({ characters }) => characters)).toEqual(naive.measured.map(({ characters }) => characters));
});

it('a piece is sent once, as by a naive relay; what it costs in processor', async () => {
  const talks = { few: await newSpeakers(talkers, drops), many: await newSpeakers(talkers, trickle) };
  const runs = {
    relay: (model: string, { length }: readonly Speaker[]) =>
      run(
        pidOf(relay.child),
        Array.from({ length }, () => () => byRelay(model)),
      ),
    school: (_model: string, speakers: readonly Speaker[]) =>
      run(
        pidOf(served.child),
        speakers.map((one) => () => bySchool(one)),
      ),
  };
  /** Milliseconds for a hundred more pieces of each reply, and for a turn without any; what a turn does once, to its money and its records, is no part of a piece. */
  const costOf = async (way: keyof typeof runs) => {
    const few = await runs[way](drops, talks.few);
    const many = await runs[way](trickle, talks.many);
    const piece = (many.processor_ms - few.processor_ms) / (talkers * (pieces - fewPieces));
    const characters = many.measured.map((one) => one.characters);
    const events = Math.max(...many.measured.map((one) => one.events));
    return { pieces: piece * 100, turn: few.processor_ms / talkers - piece * fewPieces, characters, events };
  };
  /** Right after each other, so that what else the machine does weighs on both. */
  const pair = async () => {
    const [naive, own] = [await costOf('relay'), await costOf('school')];
    expect(own.characters).toEqual(naive.characters);
    expect(own.events).toBeLessThanOrEqual(naive.events);
    return { own, naive, ratio: own.pieces / naive.pieces };
  };
  await pair();
  const pairs = [];
  while (pairs.length < rounds) pairs.push(await pair());
  for (const { own, naive, ratio } of pairs) {
    report(
      'processor per 100 pieces',
      `${own.pieces.toFixed(1)} ms, relay ${naive.pieces.toFixed(1)} ms: ${ratio.toFixed(2)}`,
    );
    report('processor of a turn without its pieces', `${own.turn.toFixed(1)} ms, relay ${naive.turn.toFixed(1)} ms`);
  }
  const middle = share(
    pairs.map(({ ratio }) => ratio),
    0.5,
  );
  report('processor, middle of the pairs', `${middle.toFixed(2)} (≤ 2)`);
});

/** What another learner’s page waits for its data, ten times a second. */
async function pageTimes(token: string, seconds: number): Promise<number[]> {
  const times: Promise<number>[] = [];
  const ask = async (): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${served.address}/api/home/ai-seconds`, { headers: { authorization: token } });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    return performance.now() - start;
  };
  for (let index = 0; index < seconds * 10; index += 1) {
    times.push(ask());
    await wait(100);
  }
  return Promise.all(times);
}

/** Statements that saved pieces of replies in the last seconds. */
async function savesWithin(seconds: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct created_at)::int as count from ai_stream_pieces
    where created_at > now() - make_interval(secs => ${seconds})`.execute(app.ctx.db);
  return (rows[0]?.count ?? 0) / seconds;
}

type SlowTurn = (onFirst: () => void) => Promise<Measured>;

/** Starts slow replies one after the other, and looks at them once each has shown its first words. */
async function whileSlow<T>(turns: readonly SlowTurn[], look: () => Promise<T>): Promise<T> {
  let firsts = 0;
  const running: Promise<Measured>[] = [];
  for (const turn of turns) {
    running.push(
      turn(() => {
        firsts += 1;
      }),
    );
    await wait(40);
  }
  await expect.poll(() => firsts).toBe(turns.length);
  const seen = await look();
  await Promise.all(running);
  return seen;
}

/**
 * Looks at a process with all these replies, and measures the KiB that each but the first ones took: for those a process grows by
 * what it then keeps for all.
 */
const whileGrowing = <T>(pid: number, turns: readonly SlowTurn[], look: () => Promise<T>) =>
  whileSlow(turns.slice(0, firstStreams), async () => {
    const before = memory(pid).now;
    return whileSlow(turns.slice(firstStreams), async () => ({
      grown: ((memory(pid).now - before) * 1024) / slowStreams,
      seen: await look(),
    }));
  });

it('two hundred slow replies: four statements a second, others wait no longer, memory as a relay’s', async () => {
  const speakers = await newSpeakers(firstStreams + slowStreams, slow);
  const [other] = await newSpeakers(1, 'ok');
  const token = other?.token ?? '';
  const quiet = share(await pageTimes(token, 5), 0.99);
  const ofRelay = await whileGrowing(
    pidOf(relay.child),
    speakers.map(() => (onFirst) => byRelay(slow, onFirst)),
    () => Promise.resolve(null),
  );
  const { grown, seen } = await whileGrowing(
    pidOf(served.child),
    speakers.map((one) => (onFirst) => bySchool(one, onFirst)),
    async () => ({ busy: share(await pageTimes(token, 8), 0.99), saves: await savesWithin(8) }),
  );
  report('statements a second of 300 replies', `${seen.saves.toFixed(1)} (≤ 4)`);
  report('p99 of other requests', `${seen.busy.toFixed(0)} ms, ${quiet.toFixed(0)} ms without replies (≤ 50)`);
  report('memory of a reply', `${grown.toFixed(0)} KiB, relay ${ofRelay.grown.toFixed(0)} KiB (≤ 1.5 ×)`);
  expect(seen.saves).toBeLessThanOrEqual(4);
});

/** From the end of a recording to the first sound of the answer, as the page asks for it. */
async function spokenTurn({ talker, token }: Speaker): Promise<number> {
  const headers = { authorization: token };
  const key = crypto.randomUUID();
  const query = new URLSearchParams({ chat_id: String(talker.chat_id), client_msg_id: key, lease: talker.lease });
  const start = performance.now();
  const form = formOf(speech(words, 3000));
  const heard = await fetch(`${served.address}/api/home/ai-messages/hear?${query.toString()}`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: new Uint8Array(form.body),
  });
  expect(await heard.json()).toMatchObject({ event: 'stt', text: words });
  let sound: Promise<number> | null = null;
  const read = async (messageId: number): Promise<number> => {
    const response = await fetch(`${served.address}/api/home/ai-messages/read-text`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ message_id: messageId, n: 1 }),
    });
    const { driver, url } = (await response.json()) as { driver: string; url: string };
    expect(driver).toBe('audio');
    const file = await fetch(new URL(url, served.address), { headers });
    expect(file.status).toBe(200);
    await file.body?.getReader().read();
    return performance.now() - start;
  };
  const remote = await remoteTalker(app, talker);
  await remote.send(served.address, words, {
    key,
    on_event({ message_id: id, event }) {
      if (event.type === 'sentence') sound ??= read(id);
    },
  });
  return sound ?? Number.POSITIVE_INFINITY;
}

it('each recording is answered with a sound; how long that takes with services that need 1.3 s', async () => {
  const speakers = await newSpeakers(10, 'first:600');
  for (const { talker } of speakers) {
    const { body } = await app.http('GET', '/home/ai-settings', { as: talker.member });
    const consent = { recipient: body.voice.recipient, is_agreed: true };
    await app.http('PUT', '/home/ai-consents', { as: talker.member, body: consent });
  }
  await spokenTurn(speakers[0] as Speaker);
  const times: number[] = [];
  for (let round = 0; round < 4; round += 1)
    for (const speaker of speakers) {
      // Said anew: a line that was heard before would come from the store.
      await sql`delete from ai_speeches`.execute(app.ctx.db);
      times.push(await spokenTurn(speaker));
    }
  const [middle, slowEnd] = [share(times, 0.5), share(times, 0.95)];
  report('end of speech to first sound', `p50 ${middle.toFixed(0)} ms (≤ 1900), p95 ${slowEnd.toFixed(0)} ms (≤ 2500)`);
  expect(times.every(Number.isFinite)).toBe(true);
});
