import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { isLastEvent, type NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { startProxy, type Proxy } from '../../../../test/processes/proxy.ts';
import { startServed, type Served } from '../../../../test/processes/served.ts';
import { startMs } from '../../../../test/processes/spawn-server.ts';
import { connectionTo, remoteTalker, type RemoteTalker, type SentTurn } from '../../../../test/talk/served-talk.ts';
import { startTalker, textOf, type Talker } from '../../../../test/talk/talk.ts';
import { proveSeconds } from '../seconds/public.ts';

const readers = 50;
/** Milliseconds between two cuts: a reply takes some seconds, so each reader is cut off several times. */
const cutEveryMs = 1000;
const firstPauseMs = 250;
const longestPauseMs = 8000;

type Node = { served: Served; proxy: Proxy; address: string };

let app: TestApp;
let nodes: [Node, Node];

async function startBehindProxy(): Promise<Node> {
  const served = await startServed(connectionTo(app));
  const { hostname, port } = new URL(served.address);
  const proxy = await startProxy({ ...connectionTo(app), host: hostname, port: Number(port) });
  return { served, proxy, address: `http://127.0.0.1:${proxy.connection.port}` };
}

beforeAll(async () => {
  app = await startTestApp();
  nodes = [await startBehindProxy(), await startBehindProxy()];
}, startMs);
afterAll(async () => {
  for (const { proxy, served } of nodes) {
    await proxy.close();
    await served.end('SIGKILL');
  }
  await app.close();
});

type Reader = { talker: Talker; remote: RemoteTalker };

async function newReader(): Promise<Reader> {
  // The highest level has the longest lines.
  const talker = await startTalker(app, { seconds: 100, cefr: 'C1' });
  return { talker, remote: await remoteTalker(app, talker) };
}

/** What one reader has after all its connections, and how many were lost. */
type Reading = { events: NumberedEvent[]; losses: number };

/** A turn as the page reads it: after each loss the other node is asked for what is behind the last event. */
async function readToEnd({ remote }: Reader, first: 0 | 1): Promise<Reading> {
  const key = randomUUID();
  const events: NumberedEvent[] = [];
  let losses = 0;
  let pauseMs = firstPauseMs;
  for (;;) {
    const { address } = nodes[(first + losses) % 2 === 0 ? 0 : 1];
    const last = events.at(-1);
    const sent: SentTurn = last
      ? await remote.follow(address, last)
      : await remote.send(address, 'I would like a large coffee, please', { key });
    expect([200, 0, 409, 503], sent.code).toContain(sent.status);
    events.push(...sent.events);
    if (events.some(({ event }) => isLastEvent(event))) return { events, losses };
    losses += 1;
    // As the page does, but shorter: where nothing comes it waits longer each time, as a turn may be sent 20 times a minute.
    pauseMs = sent.events.length > 0 ? firstPauseMs : Math.min(2 * pauseMs, longestPauseMs);
    await wait(pauseMs);
  }
}

async function storedReply({ talker }: Reader) {
  const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
  return messages.at(-1) as { content: string; status: number; talk_sec: number };
}

/** What the screen shows is what is stored, and nothing came twice or was left out. */
async function expectWhole(reader: Reader, { events }: Reading): Promise<void> {
  expect(events.map(({ n }) => n)).toEqual(events.map((_, index) => index + 1));
  expect(textOf(events)).toBe((await storedReply(reader)).content);
}

it(`connections cut again and again: ${readers} of ${readers} readers end with the stored text`, async () => {
  const all = await Promise.all(Array.from({ length: readers }, newReader));
  const cuts = setInterval(() => {
    for (const { proxy } of nodes) {
      proxy.cut();
      proxy.repair();
    }
  }, cutEveryMs);
  const readings = await Promise.all(all.map((reader, index) => readToEnd(reader, index % 2 === 0 ? 0 : 1))).finally(
    () => clearInterval(cuts),
  );
  expect(readings.filter(({ losses }) => losses > 0).length).toBeGreaterThan(readers / 2);
  for (const [index, reader] of all.entries()) {
    await expectWhole(reader, readings[index] as Reading);
    expect((await storedReply(reader)).status).toBe(aiMessageStatus.done);
  }
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect([drifts, unbalanced]).toEqual([[], []]);
});

it('a node killed while it writes: its readers learn it from the other, with the text that is stored', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, newReader));
  const speaking = new Set<Reader>();
  const reading = all.map(async (reader) => {
    const sent = await reader.remote.send(nodes[0].address, 'I would like a large coffee, please', {
      on_event: () => speaking.add(reader),
    });
    const events = [...sent.events];
    while (!events.some(({ event }) => isLastEvent(event))) {
      const last = events.at(-1) as NumberedEvent;
      events.push(...(await reader.remote.follow(nodes[1].address, last)).events);
    }
    return { events, losses: 1 };
  });
  await vi.waitFor(() => expect(speaking.size).toBe(all.length), { timeout: 300_000, interval: 10 });
  await nodes[0].served.end('SIGKILL');
  const readings = await Promise.all(reading);
  for (const [index, reader] of all.entries()) {
    await expectWhole(reader, readings[index] as Reading);
    const { status, talk_sec } = await storedReply(reader);
    expect([status, talk_sec]).toEqual([aiMessageStatus.failed, 0]);
  }
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect([drifts, unbalanced]).toEqual([[], []]);
});
