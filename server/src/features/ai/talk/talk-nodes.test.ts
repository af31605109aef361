import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { createTalkReader } from '@kaike/shared/domain/ai/talk-reader';
import type { NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { proveSeconds } from '../seconds/public.ts';
import { talkJobs } from './talk.jobs.ts';
import { liveReplies } from './stream/live-replies.ts';
import { expireReplies } from './turns/expire-replies.ts';
import {
  createPuppet,
  eventsIn,
  grantSeconds,
  openSession,
  startNode,
  startTalker,
  textOf,
  type Talker,
} from '../../../../test/talk/talk.ts';

const puppet = createPuppet();
let app: TestApp;
let other: Awaited<ReturnType<typeof startNode>>;
beforeAll(async () => {
  app = await startTestApp({ adapters: { chat: puppet.chat } });
  other = await startNode(app, puppet.chat);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const balances = async ({ member }: Talker) => {
  const { rows } = await sql<{
    left: number;
    held: number;
  }>`select ai_seconds_left as left, ai_seconds_held as held from members where id = ${member.member_id}`.execute(
    app.ctx.db,
  );
  return rows[0];
};
const provesTrue = async () => {
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect([drifts, unbalanced]).toEqual([[], []]);
};
/** As if the node that writes it were gone: nobody renews the reply any more. */
const abandon = (id: number) =>
  sql`update ai_messages set alive_until = now() - interval '1 second' where id = ${id}`.execute(app.ctx.db);
const runJob = (name: string) => talkJobs.find((job) => job.name === name)?.run(app.ctx, {} as never);

describe('on another node', () => {
  it('a reply is followed to its end, from any event on, and can be stopped', async () => {
    const talker = await startTalker(app);
    puppet.holdAfter(4);
    const sent = talker.send('I would like a large coffee', { stream: true });
    const id = await talker.running();
    const followed = talker.get(`ai-messages/${id}/events`, {}, other.http);
    const repeated = talker.send('I would like a large coffee', { http: other.http });
    expect((await repeated).body.code).toBe('ai.reply_running');
    puppet.release();
    const events = eventsIn((await sent).text);
    expect(eventsIn((await followed).text)).toEqual(events);
    const rest = await talker.get(`ai-messages/${id}/events`, { 'last-event-id': `${id}-3` }, other.http);
    expect(eventsIn(rest.text)).toEqual(events.slice(3));
    puppet.holdAfter(2);
    const second = talker.send('To take away, please', { stream: true });
    const next = await talker.running();
    const stopped = await talker.post(`ai-messages/${next}/stop`, {}, other.http);
    expect(stopped.body.reply).toMatchObject({ id: next, status: aiMessageStatus.stopped });
    expect(eventsIn((await second).text).at(-1)?.event.type).toBe('done');
  });

  it('a turn sent again there is the same turn', async () => {
    const talker = await startTalker(app);
    const key = randomUUID();
    puppet.holdAfter(1);
    const sent = talker.send('A coffee please', { key });
    const id = await talker.running();
    const again = talker.send('A coffee please', { key, http: other.http, stream: true });
    puppet.release();
    expect((await sent).body.reply.id).toBe(id);
    const events = eventsIn((await again).text);
    expect([events[0]?.message_id, textOf(events)]).toEqual([id, (await sent).body.reply.content]);
    await provesTrue();
  });
});

describe('over a real connection', () => {
  let address: string;
  beforeAll(async () => {
    address = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  /** Sends a turn, reads its events up to the first words, and closes the connection. */
  async function readAndLeave({ member, chat_id, lease }: Talker): Promise<NumberedEvent[]> {
    const posted = request(`${address}/api/home/ai-messages`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: await openSession(app.ctx, member.user_id),
        accept: 'text/event-stream',
        'content-type': 'application/json',
      },
    });
    posted.end(JSON.stringify({ chat_id, text: 'A coffee', client_msg_id: randomUUID(), lease }));
    const [response]: IncomingMessage[] = await once(posted, 'response');
    const read = createTalkReader();
    const seen: NumberedEvent[] = [];
    for await (const piece of response?.setEncoding('utf8') ?? []) {
      seen.push(...read(String(piece)));
      // Leaving the loop closes the connection.
      if (seen.some(({ event }) => event.type === 'message')) break;
    }
    return seen;
  }

  it('words come while the reply is written, and a reader that leaves does not end it', async () => {
    const talker = await startTalker(app);
    puppet.holdAfter(2);
    const seen = await readAndLeave(talker);
    const id = seen[0]?.message_id ?? 0;
    puppet.release();
    const rest = eventsIn(
      (await talker.get(`ai-messages/${id}/events`, { 'last-event-id': `${id}-${seen.at(-1)?.n}` })).text,
    );
    expect(rest.at(-1)?.event).toMatchObject({ type: 'done', status: aiMessageStatus.done });
    const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
    expect(messages.at(-1).content).toBe(textOf([...seen, ...rest]));
  });

  it('a reply that nobody has read for thirty seconds ends, and only what was shown is charged', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    puppet.holdAfter(2);
    const [start] = await readAndLeave(talker);
    const id = start?.message_id ?? 0;
    const find = () => {
      // The node notices only after a moment that the connection is closed.
      app.clock.advance(31_000);
      return app.ctx.db.selectFrom('ai_messages').select('status').where('id', '=', id).executeTakeFirst();
    };
    await expect.poll(find, { interval: 100 }).toEqual({ status: aiMessageStatus.stopped });
    const charged = Math.ceil(0.4 * 2 + 0.4 * 2);
    expect(await balances(talker)).toEqual({ left: 100 - charged, held: 0 });
    const retried = await talker.post(`ai-messages/${id}/retry`, { client_msg_id: randomUUID() });
    expect(retried.body.reply.status).toBe(aiMessageStatus.done);
  });

  it('a service that says nothing for too long costs nothing', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    puppet.timeouts.next_ms = 20;
    puppet.holdAfter(2);
    const { body } = await talker.send('A coffee');
    puppet.timeouts.next_ms = 20_000;
    expect(body).toMatchObject({ charged_sec: 0, seconds_left: 100, reply: { status: aiMessageStatus.failed } });
  });
});

describe('a node that closes', () => {
  it('lets a running reply end', async () => {
    const talker = await startTalker(app);
    const node = await startNode(app, puppet.chat);
    liveReplies(node.ctx).timeouts.end_ms = 300_000;
    puppet.holdAfter(2);
    const sent = talker.send('A coffee', { http: node.http, stream: true });
    await talker.running();
    const closing = node.close();
    puppet.release();
    expect(eventsIn((await sent).text).at(-1)?.event).toMatchObject({ type: 'done', status: aiMessageStatus.done });
    await closing;
  });

  it('breaks off one that takes too long: it says so, costs nothing, and is asked for elsewhere', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    const node = await startNode(app, puppet.chat);
    Object.assign(liveReplies(node.ctx).timeouts, { end_ms: 0, break_ms: 300_000 });
    puppet.holdAfter(2);
    const sent = talker.send('A coffee', { http: node.http, stream: true });
    const id = await talker.running();
    const followed = talker.get(`ai-messages/${id}/events`, {}, other.http);
    await node.close();
    const interrupted = { type: 'error', code: 'ai.interrupted', retry: true };
    for (const { text } of [await sent, await followed])
      expect(eventsIn(text).at(-1)?.event).toMatchObject(interrupted);
    expect(await balances(talker)).toEqual({ left: 100, held: 0 });
    const retried = await talker.post(`ai-messages/${id}/retry`, { client_msg_id: randomUUID() });
    expect(retried.body.reply.status).toBe(aiMessageStatus.done);
    await provesTrue();
  });
});

describe('a reply whose node is gone', () => {
  it('fails for its reader with the words that came, costs nothing, and can be asked for again', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    puppet.holdAfter(3);
    const sent = talker.send('I would like a coffee', { stream: true });
    const id = await talker.running();
    const saved = sql`select 1 from ai_stream_pieces where message_id = ${id} and events::text like '%message%'`;
    await expect
      .poll(async () => (await saved.execute(app.ctx.db)).rows.length, { timeout: 300_000 })
      .toBeGreaterThan(0);
    expect((await balances(talker))?.held).toBeGreaterThan(0);
    await abandon(id);
    const followed = eventsIn((await talker.get(`ai-messages/${id}/events`, {}, other.http)).text);
    expect(followed.at(-1)?.event).toMatchObject({
      type: 'error',
      code: 'ai.interrupted',
      retry: true,
      message: expect.stringMatching(/.+/),
    });
    const { messages, seconds_left: left } = (await talker.get(`ai-chats/${talker.chat_id}`, {}, other.http)).body;
    expect([messages.at(-1).status, messages.at(-1).content, left]).toEqual([
      aiMessageStatus.failed,
      textOf(followed),
      100,
    ]);
    expect(await balances(talker)).toEqual({ left: 100, held: 0 });
    // The node was only slow: what it has to say comes too late.
    puppet.release();
    await sent;
    expect(await balances(talker)).toEqual({ left: 100, held: 0 });
    const retried = await talker.post(`ai-messages/${id}/retry`, { client_msg_id: randomUUID() }, other.http);
    expect(retried.body.reply).toMatchObject({ status: aiMessageStatus.done, reply_to: messages.at(-1).reply_to });
    await provesTrue();
  });

  it('does not stand in the way of the next turn, nor of the nightly proof', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    puppet.holdAfter(0);
    const sent = talker.send('A coffee');
    const find = sql<{ id: number }>`select id from ai_messages where chat_id = ${talker.chat_id} and status = 1`;
    await expect.poll(async () => (await find.execute(app.ctx.db)).rows.length, { timeout: 300_000 }).toBe(1);
    const id = (await find.execute(app.ctx.db)).rows[0]?.id ?? 0;
    await provesTrue();
    await abandon(id);
    expect((await talker.send('Hello?', { http: other.http })).body.reply.status).toBe(aiMessageStatus.done);
    puppet.release();
    expect((await sent).body.reply.status).toBe(aiMessageStatus.failed);
    await provesTrue();
  });

  it('ends at once with all others of that node, more than there are connections', async () => {
    const talkers = await Promise.all(Array.from({ length: 12 }, () => startTalker(app)));
    const ids = talkers.map(({ chat_id: id }) => id);
    await sql`insert into ai_messages (chat_id, seq, role, status, alive_until)
      select id, 2, 'ai', 2, now() - interval '1 second' from unnest(${ids}::bigint[]) as id`.execute(app.ctx.db);
    await Promise.all(talkers.map(({ member }) => expireReplies(app.ctx, { member_id: member.member_id })));
    const { rows } = await sql`select 1 from ai_messages where chat_id = any(${ids}::bigint[]) and status = 5`.execute(
      app.ctx.db,
    );
    expect(rows).toHaveLength(12);
  });

  it('is given up by the job, and so is a hold that is too old', async () => {
    const talker = await startTalker(app, { seconds: 100 });
    puppet.holdAfter(1);
    const sent = talker.send('A coffee');
    const id = await talker.running();
    await runJob('give-up-replies');
    expect((await balances(talker))?.held).toBeGreaterThan(0);
    app.clock.advance(11 * 60_000 + 1000);
    await runJob('give-up-replies');
    expect(await balances(talker)).toEqual({ left: 100, held: 0 });
    puppet.release();
    expect((await sent).body.reply).toMatchObject({ id, status: aiMessageStatus.failed });
    await provesTrue();
  });
});

describe('seconds', () => {
  it('are set aside while a reply is written, cannot be taken meanwhile, and settle at what was said', async () => {
    const talker = await startTalker(app, { seconds: 70 });
    puppet.holdAfter(2);
    const sent = talker.send('I would like a coffee');
    await talker.running();
    expect(await balances(talker)).toEqual({ left: 70, held: 50 });
    const poor = await startTalker(app, { seconds: 0 });
    expect((await poor.send('Hi there')).body.code).toBe('ai.balance_over');
    const admin = await app.person.admin();
    const taken = await app.http('POST', '/admin/members/take-seconds', {
      as: admin,
      body: { ids: [talker.member.member_id], minutes: 1, reason: '测试' },
    });
    expect(taken.body.code).toBe('member.seconds_short');
    puppet.release();
    const { charged_sec: charged, seconds_left: left } = (await sent).body;
    expect(await balances(talker)).toEqual({ left: 70 - charged, held: 0 });
    expect([left, charged > 0]).toEqual([70 - charged, true]);
    await provesTrue();
  });

  it('of the day are spent first and leave no line; the reply shrinks to what is left', async () => {
    await app.setting('ai_daily_free_sec', 12);
    const talker = await startTalker(app, { seconds: 4 });
    const first = (await talker.send('Coffee')).body;
    const { talk_sec: talk, finish_reason: reason } = first.reply;
    expect([reason, first.seconds_left, first.charged_sec]).toEqual(['stop', 16 - talk, Math.max(talk - 12, 0)]);
    expect((await balances(talker))?.left).toBe(Math.min(4, 16 - talk));
    const { body } = await talker.get('ai-seconds');
    expect(body).toMatchObject({ seconds_held: 0, free_sec_today: Math.max(12 - talk, 0) });
    app.clock.advance(24 * 3_600_000);
    expect((await talker.get('ai-settings')).body.free_sec_today).toBe(12);
    await grantSeconds(app, talker.member.member_id, 1);
    await app.setting('ai_daily_free_sec', 0);
    await provesTrue();
  });

  it('never fall below zero when forty talks race, stop and break off', async () => {
    const talkers = await Promise.all(Array.from({ length: 8 }, () => startTalker(app, { seconds: 25 })));
    const turns = talkers.flatMap((talker, index) =>
      Array.from({ length: 5 }, (_turn, turn) => {
        if ((index + turn) % 4 === 0) puppet.cutAfter(turn);
        if ((index + turn) % 4 === 1) puppet.throwAfter(turn);
        return talker.send(`I would like ${turn} coffees`, { http: turn % 2 === 0 ? app.http : other.http });
      }),
    );
    const replies = await Promise.all(turns);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    for (const { body } of replies) if (body.reply?.status === aiMessageStatus.failed) expect(body.charged_sec).toBe(0);
    const { rows } =
      await sql`select 1 from ai_messages where status in (1, 2) union all select 1 from ai_holds`.execute(app.ctx.db);
    expect(rows).toEqual([]);
    await provesTrue();
  });
});
