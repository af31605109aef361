import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { createTalkReader } from '@kaike/shared/domain/ai/talk-reader';
import type { NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import type { MemberPerson, Person, Reply, TestApp } from '../app.ts';
import { createHttp, type Http } from '../client.ts';
import { connectionOf } from '../processes/kill.ts';
import type { ChatPiece, ChatProvider, ChatService } from '../../src/adapters/chat/port.ts';
import { buildApp } from '../../src/app.ts';
import { buildContext } from '../../src/context.ts';
import type { Context } from '../../src/core/context.ts';
import { createSessions } from '../../src/core/sessions/sessions.ts';
import { createScriptChat } from '../../src/features/ai/scenes/public.ts';
import { postSeconds } from '../../src/features/ai/seconds/public.ts';
import { chatOf } from './chat-of.ts';

type Trouble = (pieces: AsyncIterable<ChatPiece>, signal: AbortSignal) => AsyncIterable<ChatPiece>;

/** The script engine without pauses; a test can make the next reply wait or break off after some words. */
export function createPuppet() {
  const script = createScriptChat({ pause_ms: 0 });
  const next: Trouble[] = [];
  let release = (): void => undefined;
  const after = (count: number, end: (signal: AbortSignal) => Promise<'end' | 'go on'>): Trouble =>
    async function* (pieces, signal) {
      let seen = 0;
      for await (const piece of pieces) {
        if (seen === count && (await end(signal)) === 'end') return;
        seen += 1;
        yield piece;
      }
    };
  const timeouts = { first_ms: 15_000, next_ms: 20_000 };
  const writer: ChatProvider = {
    name: 'script',
    timeouts,
    stream(messages, options, signal) {
      const pieces = script.stream(messages, options, signal);
      const trouble = next.shift();
      return trouble ? trouble(pieces, signal) : pieces;
    },
  };
  return {
    chat: chatOf(writer, null),
    timeouts,
    /** The next reply waits after this many words until it is released or stopped. */
    holdAfter(count: number): void {
      const released = new Promise<'go on'>((resolve) => {
        release = () => resolve('go on');
      });
      next.push(
        after(count, (signal) =>
          Promise.race([
            released,
            new Promise<'end'>((resolve) => signal.addEventListener('abort', () => resolve('end'), { once: true })),
          ]),
        ),
      );
    },
    release: () => release(),
    /** The next reply ends there without an end, as after a lost connection. */
    cutAfter: (count: number) => void next.push(after(count, () => Promise.resolve('end'))),
    throwAfter: (count: number) => void next.push(after(count, () => Promise.reject(new Error('the service is gone')))),
  };
}

export type Puppet = ReturnType<typeof createPuppet>;

/** Another node of the same school, in this process. */
export async function startNode(
  app: TestApp,
  chat: ChatService,
): Promise<{ http: Http; ctx: Context; close: () => Promise<void> }> {
  const built = await buildContext({
    config: app.ctx.config,
    connection: connectionOf(app.ctx),
    log: pino({ level: 'silent' }),
    clock: app.clock.now,
  });
  const ctx = { ...built, adapters: { ...app.ctx.adapters, chat } };
  const fastify = await buildApp(ctx);
  await fastify.ready();
  return {
    http: createHttp(fastify, ctx),
    ctx,
    async close() {
      await fastify.close();
      await ctx.close();
    },
  };
}

/** A session of an app, for requests over a real connection; returns its token. */
export async function openSession(ctx: Context, userId: number): Promise<string> {
  const device = { client_type: 'app', device_class: 'app', device_name: 'test', ip: null } as const;
  const session = { user_id: userId, ends_at: null, client_id: null, remember: true, keep: null };
  return (await createSessions(ctx).open(ctx.db, { ...device, ...session })).token;
}

export async function grantSeconds({ ctx, clock }: TestApp, memberId: number, seconds: number): Promise<void> {
  const entry = { member_id: memberId, type: secondsType.admin, delta: seconds, ref_type: 'test', ref_id: 0 };
  await ctx.db.transaction().execute((trx) =>
    postSeconds(trx, [{ ...entry, idempotency_key: randomUUID() }], {
      operator_id: null,
      now: clock.now(),
      secrets: ctx.secrets,
      when_short: 'refuse',
    }),
  );
}

export async function buildPeople(
  { ctx }: TestApp,
  values: { language?: string; speech_rate?: number; cefr_max?: string } = {},
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('ai_peoples')
    .values({ name: 'Emma', language: 'en', voice: 'en-US-1', ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function templateId({ ctx }: TestApp, key = 'talk-cafe'): Promise<number> {
  const { id } = await ctx.db
    .selectFrom('ai_prompt_templates')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return id;
}

export const eventsIn = (text: string): NumberedEvent[] => createTalkReader()(text);
/** The text a client has after these events. */
export const textOf = (events: readonly NumberedEvent[]): string =>
  events.reduce((text, { event }) => (event.type === 'message' ? text.slice(0, event.from) + event.delta : text), '');

/** A learner in a talk of one page. */
export type Talker = {
  member: MemberPerson;
  chat_id: number;
  lease: string;
  send: (
    text: string,
    request?: { key?: string; lease?: string; stream?: boolean; http?: Http; as?: Person; heard_chars?: number },
  ) => Promise<Reply>;
  post: (path: string, body?: object, http?: Http) => Promise<Reply>;
  get: (path: string, headers?: Record<string, string>, http?: Http) => Promise<Reply>;
  /** The running reply, as soon as it shows words. */
  running: () => Promise<number>;
};

/** A new learner with seconds, in a new café talk. */
export async function startTalker(
  app: TestApp,
  {
    seconds = 600,
    people_id,
    key = 'talk-cafe',
    cefr = 'B1',
    member: existing,
    lesson_id,
  }: {
    seconds?: number;
    people_id?: number;
    key?: string;
    cefr?: string;
    member?: MemberPerson;
    /** The talk of this lesson instead of the scene `key`. */
    lesson_id?: number;
  } = {},
): Promise<Talker> {
  const member = existing ?? (await app.person.member());
  if (seconds > 0) await grantSeconds(app, member.member_id, seconds);
  const lease = randomUUID();
  const started = await app.http('POST', '/home/ai-chats', {
    as: member,
    body: {
      people_id: people_id ?? (await buildPeople(app)),
      ...(lesson_id === undefined ? { template_id: await templateId(app, key) } : { lesson_id }),
      cefr,
      request_id: randomUUID(),
      lease,
    },
  });
  const chatId: number = started.body.chat.id;
  return {
    member,
    chat_id: chatId,
    lease,
    send: (
      text,
      { key: id = randomUUID(), lease: by = lease, stream = false, http = app.http, as = member, ...more } = {},
    ) =>
      http('POST', '/home/ai-messages', {
        as,
        body: { chat_id: chatId, text, client_msg_id: id, lease: by, ...more },
        headers: { accept: stream ? 'text/event-stream' : 'application/json' },
      }),
    post: (path, body = {}, http = app.http) => http('POST', `/home/${path}`, { as: member, body: { lease, ...body } }),
    get: (path, headers = {}, http = app.http) => http('GET', `/home/${path}`, { as: member, headers }),
    running: async () => {
      const find = sql<{ id: number }>`select id from ai_messages where chat_id = ${chatId} and status = 2`;
      return vi.waitFor(
        async () => {
          const [row] = (await find.execute(app.ctx.db)).rows;
          if (!row) throw new Error('no reply is running');
          return row.id;
        },
        { interval: 5, timeout: 300_000 },
      );
    },
  };
}
