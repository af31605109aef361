import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { killAtWrite, type Gate } from '../../../../test/processes/kill.ts';
import { startServed, type Served } from '../../../../test/processes/served.ts';
import { startMs } from '../../../../test/processes/spawn-server.ts';
import { connectionTo, remoteTalker, type SentTurn } from '../../../../test/talk/served-talk.ts';
import { eventsIn, startTalker, textOf, type Talker } from '../../../../test/talk/talk.ts';
import { proveSeconds } from '../seconds/public.ts';

/** Seconds within which a reader learns that the writing node is gone. */
const longestSilence = 30;

let app: TestApp;
let served: Served;
const start = (): Promise<Served> => startServed(connectionTo(app));
beforeAll(async () => {
  app = await startTestApp();
  served = await start();
}, startMs);
afterAll(async () => {
  await served.end('SIGKILL');
  await app.close();
});

const balanceOf = ({ member }: Talker) =>
  app.ctx.db
    .selectFrom('members')
    .select(['ai_seconds_left as left', 'ai_seconds_held as held'])
    .where('id', '=', member.member_id)
    .executeTakeFirstOrThrow();
const provesTrue = async (): Promise<void> => {
  const { drifts, unbalanced } = await proveSeconds(app.ctx);
  expect([drifts, unbalanced]).toEqual([[], []]);
};
/** The running reply, and for how many seconds it still counts as being written. */
async function runningOf({ chat_id }: Talker): Promise<{ id: number; seconds: number }> {
  const { rows } = await sql<{
    id: number;
    seconds: number;
  }>`select id, extract(epoch from alive_until - now())::float8 as seconds
    from ai_messages where chat_id = ${chat_id} and status in (1, 2)`.execute(app.ctx.db);
  const [row] = rows;
  if (!row) throw new Error('no reply is running');
  return row;
}

/** Kills the server with `kill -9` while it writes a reply, at that moment; returns the talk and what its reader had. */
async function killInReply(gate: Gate) {
  // The highest level has the longest lines: they take longer than the server waits before it saves.
  const talker = await startTalker(app, { seconds: 100, cefr: 'C1' });
  const remote = await remoteTalker(app, talker);
  const sending: Promise<SentTurn>[] = [];
  await killAtWrite(app.ctx, gate, () => {
    sending.push(remote.send(served.address, 'I would like a large coffee, please'));
    return served.child;
  });
  const running = await runningOf(talker);
  return { talker, remote, running, seen: await sending[0] };
}

it('killed in the middle of a sentence: the reader learns it in time, nothing is charged, and a started server answers again', async () => {
  const { talker, remote, running, seen } = await killInReply({ table: 'ai_stream_pieces', when: 'true' });
  expect(seen).toMatchObject({ is_lost: true, status: 200 });
  expect(running.seconds).toBeLessThan(longestSilence);
  expect((await balanceOf(talker)).held).toBeGreaterThan(0);
  const last = seen?.events.at(-1)?.n ?? 0;
  const followed = eventsIn(
    (await talker.get(`ai-messages/${running.id}/events`, { 'last-event-id': `${running.id}-${last}` })).text,
  );
  expect(followed.at(-1)?.event).toMatchObject({ type: 'error', code: 'ai.interrupted', retry: true });
  const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
  expect([messages.at(-1).status, messages.at(-1).talk_sec]).toEqual([aiMessageStatus.failed, 0]);
  expect(textOf(followed)).toBe(messages.at(-1).content);
  expect(await balanceOf(talker)).toEqual({ left: 100, held: 0 });
  await provesTrue();
  served = await start();
  const retried = await remote.retry(served.address, running.id);
  expect(retried.events.at(-1)?.event).toMatchObject({ type: 'done', status: aiMessageStatus.done });
  const { rows } = await sql<{ delta: number }>`select delta from ai_second_logs
    where member_id = ${talker.member.member_id} and type = 5`.execute(app.ctx.db);
  expect(rows).toHaveLength(1);
  expect(await balanceOf(talker)).toEqual({ left: 100 + (rows[0]?.delta ?? 0), held: 0 });
  await provesTrue();
});

it('killed while it settles: the charge is rolled back with the reply', async () => {
  const { talker, remote, running } = await killInReply({
    table: 'ai_messages',
    when: 'new.status = 3 and new.role = $$ai$$ and new.reply_to is not null',
  });
  expect((await balanceOf(talker)).held).toBeGreaterThan(0);
  await provesTrue();
  served = await start();
  await sql`update ai_messages set alive_until = now() where id = ${running.id}`.execute(app.ctx.db);
  const retried = await remote.retry(served.address, running.id);
  expect(retried).toMatchObject({ status: 200, is_lost: false });
  const { messages } = (await talker.get(`ai-chats/${talker.chat_id}`)).body;
  expect(messages.slice(-2).map(({ status }: { status: number }) => status)).toEqual([
    aiMessageStatus.failed,
    aiMessageStatus.done,
  ]);
  const { rows } =
    await sql`select 1 from ai_second_logs where member_id = ${talker.member.member_id} and type = 5`.execute(
      app.ctx.db,
    );
  expect(rows).toHaveLength(1);
  await provesTrue();
});

it('asked to end by a signal: the running reply is said to its end first', async () => {
  const talker = await startTalker(app, { seconds: 100, cefr: 'C1' });
  const remote = await remoteTalker(app, talker);
  const ends: Promise<void>[] = [];
  const sent = await remote.send(served.address, 'I would like a large coffee, please', {
    on_event: ({ event }) => {
      if (event.type === 'message' && ends.length === 0) ends.push(served.end('SIGTERM'));
    },
  });
  await Promise.all(ends);
  expect(sent.events.at(-1)?.event).toMatchObject({ type: 'done', status: aiMessageStatus.done });
  expect((await balanceOf(talker)).held).toBe(0);
  expect(served.child.exitCode).toBe(0);
  await provesTrue();
});
