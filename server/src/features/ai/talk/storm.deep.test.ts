import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { startServed, type Served } from '../../../../test/processes/served.ts';
import { startMs } from '../../../../test/processes/spawn-server.ts';
import { connectionTo, remoteTalker, type RemoteTalker, type SentTurn } from '../../../../test/talk/served-talk.ts';
import { grantSeconds, startTalker, textOf, type Talker } from '../../../../test/talk/talk.ts';
import { proveSeconds } from '../seconds/public.ts';
import { expireReplies } from './turns/expire-replies.ts';

/** `KAIKE_STORM_TURNS=20000` is the storm of the design: 200 talks, most of an hour on two processors. */
const turnCount = Number(process.env['KAIKE_STORM_TURNS'] ?? 1000);
const talkers = turnCount < 20_000 ? 40 : 200;
const turnsEach = Math.ceil(turnCount / talkers);
const killEveryMs = 5000;

let app: TestApp;
/** The first stays; the second is killed again and again. */
let nodes: [Served, Served];
const start = (): Promise<Served> => startServed(connectionTo(app));
beforeAll(async () => {
  app = await startTestApp();
  nodes = [await start(), await start()];
  // What each reply might have cost: the hold itself goes with its settlement.
  await sql`create table ended_holds (message_id bigint primary key, sec integer)`.execute(app.ctx.db);
  await sql`create function note_hold() returns trigger language plpgsql as
    $$ begin insert into ended_holds values (old.message_id, old.free_sec + old.paid_sec); return old; end $$`.execute(
    app.ctx.db,
  );
  await sql`create trigger note_hold before delete on ai_holds for each row execute function note_hold()`.execute(
    app.ctx.db,
  );
}, startMs);
afterAll(async () => {
  for (const node of nodes) await node.end('SIGKILL');
  await app.close();
});

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Speaker = { talker: Talker; remote: RemoteTalker };
const turns = {
  started: 0,
  doubled: 0,
  stopped: 0,
  retried: 0,
  lost: 0,
  busy: 0,
  kills: 0,
  failed_starts: 0,
  waited: 0,
};

/** A busy machine may have no connection free for this process. */
async function patiently<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!String(error).includes('timeout exceeded when trying to connect')) throw error;
      turns.waited += 1;
    }
  }
}

async function newSpeaker(random: () => number): Promise<Speaker> {
  const talker = await startTalker(app, { seconds: 20 + Math.floor(random() * 60) });
  return { talker, remote: await remoteTalker(app, talker) };
}

const idOf = ({ events }: SentTurn): number => events[0]?.message_id ?? 0;
const isOver = ({ events }: SentTurn): boolean => {
  const last = events.at(-1)?.event;
  return last?.type === 'done' && last.chat_status !== 1;
};

/** A machine that cannot keep up says so, and that it is to be asked again: with the same id, as after a lost answer. */
const isBusy = ({ status }: SentTurn): boolean => status === 503;

async function untilTaken(send: () => Promise<SentTurn>): Promise<SentTurn> {
  let sent = await send();
  while (isBusy(sent)) {
    turns.busy += 1;
    await wait(1000);
    sent = await send();
  }
  return sent;
}

/** One turn as a learner with a bad connection has it: copies, a stop, a lost answer that is sent again. */
async function takeTurn({ remote, talker }: Speaker, random: () => number): Promise<SentTurn> {
  const key = randomUUID();
  const words = random() < 0.5 ? 'I would like a large coffee, please' : 'No thank you, that is all';
  const pick = (): string => nodes[random() < 0.5 ? 0 : 1].address;
  const isStopped = random() < 0.2;
  const stops: Promise<void>[] = [];
  const send = (address: string) =>
    remote.send(address, words, {
      key,
      on_event({ message_id: id, event }) {
        if (isStopped && event.type === 'message' && stops.length === 0) stops.push(remote.stop(nodes[0].address, id));
      },
    });
  const copies = await Promise.all(Array.from({ length: random() < 0.2 ? 3 : 1 }, () => send(pick())));
  if (copies.length > 1) turns.doubled += 1;
  const ids = new Set(copies.map(idOf).filter((id) => id > 0));
  expect(ids.size).toBeLessThanOrEqual(1);
  await Promise.all(stops);
  if (stops.length > 0) turns.stopped += 1;
  let sent = copies.find(({ is_lost, events }) => !is_lost && events.length > 0) ?? copies[0];
  for (let tries = 0; sent && (sent.is_lost || isBusy(sent) || sent.code === 'ai.reply_running'); tries += 1) {
    // The reply of a killed node is in the way until it counts as dead.
    if (tries > 0) await wait(500);
    turns.lost += 1;
    sent = await untilTaken(() => send(nodes[0].address));
  }
  if (sent?.code === 'ai.balance_over') await patiently(() => grantSeconds(app, talker.member.member_id, 60));
  const isBroken = sent?.events.at(-1)?.event.type === 'error';
  if (sent && (isBroken || (isStopped && random() < 0.5)) && idOf(sent) > 0) {
    turns.retried += 1;
    const [id, retryKey] = [idOf(sent), randomUUID()];
    return untilTaken(() => remote.retry(nodes[0].address, id, retryKey));
  }
  return sent ?? { events: [], is_lost: true, status: 0, code: '' };
}

async function talk(seed: number): Promise<void> {
  const random = createRandom(seed);
  let speaker = await patiently(() => newSpeaker(random));
  for (let turn = 0; turn < turnsEach; turn += 1) {
    turns.started += 1;
    const sent = await takeTurn(speaker, random);
    expect(sent.status).toBeLessThan(500);
    if (isOver(sent) || sent.code === 'ai.chat_over') speaker = await patiently(() => newSpeaker(random));
  }
}

/** A node that the machine is too busy to start is started again, as a supervisor does. */
async function startAgain(): Promise<Served> {
  for (;;) {
    const node = await start().catch(() => null);
    if (node) return node;
    turns.failed_starts += 1;
  }
}

/** Kills the second node every five seconds, and starts another in its place. */
async function killAgain(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await wait(killEveryMs);
    await nodes[1].end('SIGKILL');
    nodes[1] = await startAgain();
    turns.kills += 1;
  }
}

/** Nobody here is slowed down: that is not what is tried. */
async function forgetLimits(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await sql`delete from rate_limits`.execute(app.ctx.db).catch(() => undefined);
    await wait(1000);
  }
}

const count = async (query: ReturnType<typeof sql>): Promise<number> => (await query.execute(app.ctx.db)).rows.length;

it('two hundred copies of one turn, sent to two nodes at once, are one turn and one charge', async () => {
  const { talker, remote } = await newSpeaker(createRandom(200));
  const key = randomUUID();
  const isRefused = ({ status }: SentTurn): boolean => status === 429 || status === 503;
  const send = async (index: number): Promise<SentTurn> => {
    for (;;) {
      const sent = await remote.send(nodes[index % 2 === 0 ? 0 : 1].address, 'I would like a large coffee, please', {
        key,
      });
      if (!isRefused(sent)) return sent;
      await wait(200);
    }
  };
  let isDone = false;
  const beside = forgetLimits(() => isDone);
  const copies = await Promise.all(Array.from({ length: 200 }, (_copy, index) => send(index)));
  isDone = true;
  await beside;
  expect(copies.filter(({ status, is_lost }) => status !== 200 || is_lost)).toEqual([]);
  expect(new Set(copies.map(idOf)).size).toBe(1);
  expect(new Set(copies.map(({ events }) => textOf(events))).size).toBe(1);
  const { rows } = await sql<{ messages: number; charges: number; charged: number }>`select
      (select count(*)::int from ai_messages where chat_id = ${talker.chat_id} and seq > 1) as messages,
      (select count(*)::int from ai_second_logs where member_id = ${talker.member.member_id} and type = 5) as charges,
      (select -sum(delta)::int from ai_second_logs where member_id = ${talker.member.member_id} and type = 5) as charged`.execute(
    app.ctx.db,
  );
  const [charged] = (copies[0]?.events ?? []).flatMap(({ event }) =>
    event.type === 'usage' ? [event.charged_sec] : [],
  );
  expect(rows).toEqual([{ messages: 2, charges: 1, charged }]);
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect([drifts, unbalanced]).toEqual([[], []]);
}, 300_000);

it(
  'talks with stops, copies, second replies and killed nodes: every second is where it belongs',
  async () => {
    let isDone = false;
    const beside = [killAgain(() => isDone), forgetLimits(() => isDone)];
    await Promise.all(Array.from({ length: talkers }, (_talk, index) => talk(20_261_123 + index)));
    isDone = true;
    await Promise.all(beside);
    await expect
      .poll(
        async () => {
          await expireReplies(app.ctx);
          return count(sql`select 1 from ai_messages where status in (1, 2) union all select 1 from ai_holds`);
        },
        { interval: 500 },
      )
      .toBe(0);
    expect(turns.started).toBe(talkers * turnsEach);
    for (const happened of [turns.doubled, turns.stopped, turns.retried, turns.lost])
      expect(happened).toBeGreaterThan(10);
    expect(turns.kills).toBeGreaterThan(2);
    process.stdout.write(`bar | storm | ${talkers} talks, ${JSON.stringify(turns)}\n`);
    const { drifts, unbalanced } = await proveSeconds(app.ctx);
    expect([drifts, unbalanced]).toEqual([[], []]);
    const wrong = {
      negative: sql`select 1 from members where ai_seconds_left < 0 or ai_seconds_held <> 0`,
      failed_but_charged: sql`select 1 from ai_messages where status in (5, 6) and (talk_sec > 0 or charged_sec > 0)
      union all select 1 from ai_second_logs l join ai_messages m on m.id = l.ref_id where l.type = 5 and m.status in (5, 6)`,
      more_than_held: sql`select 1 from ai_messages m left join ended_holds h on h.message_id = m.id where m.talk_sec > coalesce(h.sec, 0)`,
      charged_twice: sql`select ref_id from ai_second_logs where type = 5 group by ref_id having count(*) > 1`,
      line_differs: sql`select 1 from ai_messages m left join ai_second_logs l on l.ref_id = m.id and l.type = 5
      where m.role = 'ai' and coalesce(-l.delta, 0) <> m.charged_sec`,
      two_whole_replies: sql`select reply_to from ai_messages where role = 'ai' and status = 3 and reply_to is not null group by reply_to having count(*) > 1`,
      gaps: sql`select chat_id from ai_messages group by chat_id having max(seq) <> count(*)`,
      talk_differs: sql`select 1 from ai_chats c where ai_sec_charged <> (select coalesce(sum(charged_sec), 0) from ai_messages m where m.chat_id = c.id)`,
    };
    const counts = Object.fromEntries(
      await Promise.all(Object.entries(wrong).map(async ([name, query]) => [name, await count(query)])),
    );
    expect(counts).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, 0])));
  },
  6 * 3_600_000,
);
