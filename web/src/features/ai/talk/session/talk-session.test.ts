import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TalkEvent } from '@kaike/shared/domain/ai/talk-events';
import { ApiError } from '../../../../api/api-error.ts';
import { chatOf, refusal, shownOf, streamOf, streamText, talkMessageOf } from './talk-fixtures.ts';
import { createTalkSession, type SendTurn, type TalkDeps, type TalkSession } from './talk-session.ts';

const start: TalkEvent = { type: 'start', message_id: 3, member_message_id: 2, seq: 3, hold_sec: 20 };
const events: TalkEvent[] = [
  start,
  { type: 'message', from: 0, delta: 'Sure! ' },
  { type: 'sentence', n: 1, from: 0, to: 6 },
  { type: 'message', from: 6, delta: 'For here or to go?' },
  { type: 'sentence', n: 2, from: 6, to: 24 },
  { type: 'goal', done: [0] },
  { type: 'usage', talk_sec: 8, charged_sec: 5, seconds_left: 595 },
  { type: 'done', status: 3, finish_reason: 'stop', chat_status: 1 },
];
const reply = (id: number, events: TalkEvent[], first = 1): Response => streamOf([streamText(id, events, first)]);

type SentTurn = SendTurn & { key: string };

function createFake() {
  const sent: SentTurn[] = [];
  const calls: string[] = [];
  const answers: (() => Response | Promise<Response>)[] = [];
  const follows: (() => Response | Promise<Response>)[] = [];
  let shown = shownOf();
  const next = (list: (() => Response | Promise<Response>)[]): Promise<Response> => {
    const one = list.shift();
    return one ? Promise.resolve(one()) : Promise.reject(new TypeError('network'));
  };
  const deps: TalkDeps = {
    load: async () => shown,
    take_over: async (_id, force) => {
      calls.push(`take_over ${force}`);
      return shownOf({ ...shown, chat: { ...shown.chat, held_by: null } });
    },
    send: (turn, key) => {
      sent.push({ ...turn, key });
      return next(answers);
    },
    retry: (id, key) => {
      calls.push(`retry ${id}`);
      sent.push({ chat_id: 7, text: '', heard_chars: null, key });
      return next(answers);
    },
    follow: (id, n) => {
      calls.push(`follow ${id}-${n}`);
      return next(follows);
    },
    stop: async (id) => {
      calls.push(`stop ${id}`);
      return talkMessageOf({ id, status: 4 });
    },
    finish: async () => chatOf({ status: 2 }),
    wait: async (ms) => void calls.push(`wait ${ms}`),
    now: () => '2026-11-23T08:00:00.000Z',
  };
  return { deps, sent, calls, answers, follows, show: (value: typeof shown) => (shown = value) };
}

let fake = createFake();
let session: TalkSession;
const state = () => session.store.getState();
const idle = () => expect.poll(() => state().turn).toBe('idle');
const texts = (): string[] => state().messages.map(({ content }) => content);

beforeEach(async () => {
  fake = createFake();
  session = createTalkSession(fake.deps);
});
afterEach(() => session.close());

describe('a talk', () => {
  beforeEach(() => session.open(7));

  it('shows what was said, what is done and what it cost', async () => {
    fake.answers.push(() => reply(3, events));
    expect(session.send(' A latte, please. ')).toBe(true);
    expect(texts()).toContain('A latte, please.');
    await idle();
    expect(texts()).toEqual(['Hi there! What can I get for you?', 'A latte, please.', 'Sure! For here or to go?']);
    expect(state().messages.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(state().chat?.goals.map(({ is_done }) => is_done)).toEqual([true, false, false]);
    expect(state()).toMatchObject({ seconds_left: 595, spent: { talk_sec: 8, charged_sec: 5 }, problem: null });
    expect(state().sentence).toMatchObject({ message_id: 3, text: 'For here or to go?' });
  });

  it('says of a line that a service could not write that it is scripted', async () => {
    fake.show(shownOf({ chat: chatOf({ provider: 'deepseek' }) }));
    await session.open(7);
    fake.answers.push(() => reply(3, events));
    session.send('Hello');
    await idle();
    fake.answers.push(() =>
      reply(5, [{ ...start, message_id: 5, member_message_id: 4, seq: 5 }, { type: 'stand_in' }, ...events.slice(1)]),
    );
    session.send('Hello again');
    await idle();
    expect(state().messages.flatMap((one) => (one.role === 'ai' ? [one.is_scripted] : []))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('sends a double click once', async () => {
    fake.answers.push(() => reply(3, events));
    expect(session.send('Hello')).toBe(true);
    expect(session.send('Hello')).toBe(false);
    await idle();
    expect(fake.sent).toHaveLength(1);
    expect(texts().filter((text) => text === 'Hello')).toHaveLength(1);
  });

  it('sends a lost turn again under the same id, and new words under another', async () => {
    session.send('Hello');
    await idle();
    expect(state()).toMatchObject({ draft: 'Hello', problem: { code: 'network', way: 'reconnect' } });
    expect(texts()).not.toContain('Hello');
    fake.answers.push(() => reply(3, events));
    session.send('Hello');
    await idle();
    fake.answers.push(() =>
      reply(5, [{ ...start, message_id: 5, member_message_id: 4, seq: 5 } as TalkEvent, ...events.slice(1)]),
    );
    session.send('Hello');
    await idle();
    const keys = fake.sent.map(({ key }) => key);
    expect(new Set(keys.slice(0, -1)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  it('goes on after a cut without a doubled piece', async () => {
    fake.answers.push(() => streamOf([streamText(3, events.slice(0, 2))], true));
    fake.follows.push(() => reply(3, events.slice(1), 2));
    session.send('Hello');
    await idle();
    expect(fake.calls).toContain('follow 3-2');
    expect(texts().at(-1)).toBe('Sure! For here or to go?');
  });

  it('stops, tells with the next turn how much was heard, and takes another reply instead', async () => {
    let release: (response: Response) => void = () => undefined;
    let end: (response: Response) => void = () => undefined;
    fake.answers.push(() => reply(3, events.slice(0, 2)));
    fake.follows.push(() => new Promise((resolve) => (end = resolve)));
    session.send('Hello');
    await expect.poll(() => fake.calls).toContain('follow 3-2');
    session.store.setState({ turn: 'replying' });
    await session.stop(4);
    end(reply(3, [{ type: 'done', status: 4, finish_reason: 'stopped', chat_status: 1 }], 3));
    await idle();
    expect(fake.calls).toContain('stop 3');
    expect(state().messages.at(-1)).toMatchObject({ status: 4, finish_reason: 'stopped', content: 'Sure! ' });
    fake.answers.push(() => new Promise((resolve) => (release = resolve)));
    expect(session.retry()).toBe(true);
    expect(session.retry()).toBe(false);
    release(reply(4, [{ ...start, message_id: 4, seq: 4 } as TalkEvent, ...events.slice(1)]));
    await idle();
    expect(
      state()
        .messages.filter(({ is_replaced }) => is_replaced)
        .map(({ id }) => id),
    ).toEqual([3]);
    // The voice is stopped while the reply is read aloud.
    await session.stop(4);
    fake.answers.push(() =>
      reply(6, [{ ...start, message_id: 6, member_message_id: 5, seq: 6 } as TalkEvent, ...events.slice(1)]),
    );
    session.send('To go');
    await idle();
    expect(fake.sent.at(-1)).toMatchObject({ text: 'To go', heard_chars: 4 });
  });

  it('keeps what came of a reply that broke off, and offers another', async () => {
    fake.answers.push(() =>
      reply(3, [...events.slice(0, 2), { type: 'error', code: 'ai.interrupted', message: '中断', retry: true }]),
    );
    session.send('Hello');
    await idle();
    expect(state().messages.at(-1)).toMatchObject({ content: 'Sure! ', status: 5 });
    expect(state().problem).toEqual({ code: 'ai.interrupted', message: '中断', way: 'retry' });
  });

  it.each([
    [409, 'ai.balance_over', 'more_time'],
    [409, 'ai.chat_over', 'home'],
    [409, 'ai.reply_running', 'reconnect'],
    [409, 'ai.taken_over', 'take_over'],
    [422, 'validation.failed', 'none'],
    [429, 'rate.limited', 'resend'],
  ])('refused with %i %s offers %s, and nothing typed is lost', async (status, code, way) => {
    fake.answers.push(() => refusal(status, code, '原因'));
    session.send('Hello');
    await idle();
    expect(state()).toMatchObject({ draft: 'Hello', problem: { way } });
    expect(texts()).not.toContain('Hello');
    expect(state().phase).toBe(way === 'take_over' ? 'elsewhere' : 'ready');
  });

  it('sends nothing that was not heard, and lets an uncertain text be checked', () => {
    session.hear({ text: '', confidence: null });
    expect(state().problem?.code).toBe('unheard');
    session.hear({ text: 'a lot a', confidence: 0.2 });
    expect(state()).toMatchObject({ draft: 'a lot a', problem: { code: 'uncertain' } });
    expect(fake.sent).toEqual([]);
  });

  it('ends, and sends nothing afterwards', async () => {
    expect(await session.finish()).toBe(true);
    expect(session.send('Hello')).toBe(false);
  });
});

describe('opening a talk', () => {
  it('held by another device waits until it is taken over', async () => {
    fake.show(shownOf({ chat: chatOf({ held_by: 'iPhone' }) }));
    await session.open(7);
    expect(state()).toMatchObject({ phase: 'elsewhere', chat: { held_by: 'iPhone' } });
    expect(session.send('Hello')).toBe(false);
    await session.takeOver();
    expect(state().phase).toBe('ready');
    expect(fake.calls).toEqual(['take_over true']);
  });

  it('follows a reply that is being written, from its first event', async () => {
    fake.show(
      shownOf({
        messages: [
          talkMessageOf({}),
          talkMessageOf({ id: 2, seq: 2, role: 'member', content: 'Hello' }),
          talkMessageOf({ id: 3, seq: 3, reply_to: 2, status: 2, content: 'Sure! For' }),
        ],
      }),
    );
    fake.follows.push(() => reply(3, events));
    await session.open(7);
    await idle();
    expect(fake.calls).toContain('follow 3-0');
    expect(texts()).toEqual(['Hi there! What can I get for you?', 'Hello', 'Sure! For here or to go?']);
  });

  it('of an ended one only shows it', async () => {
    fake.show(shownOf({ chat: chatOf({ status: 2 }) }));
    await session.open(7);
    expect(state().phase).toBe('ready');
    expect(fake.calls).toEqual([]);
    expect(session.send('Hello')).toBe(false);
  });

  it('that fails says so', async () => {
    session = createTalkSession({ ...fake.deps, load: () => Promise.reject(new ApiError(0, {})) });
    await session.open(7);
    expect(state()).toMatchObject({ phase: 'failed', problem: { code: 'network' } });
  });
});
