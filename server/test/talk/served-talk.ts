import { randomUUID } from 'node:crypto';
import { createTalkReader } from '@kaike/shared/domain/ai/talk-reader';
import type { NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import type { TestApp } from '../app.ts';
import type { TestConnection } from '../database.ts';
import { openSession, type Talker } from './talk.ts';

/** The database of a test, for a server that runs as a process of its own. */
export function connectionTo({ ctx }: TestApp): TestConnection {
  const { host = '', port = 0, user = '', password, database = '' } = ctx.pool.options;
  return { host, port, user, password: typeof password === 'string' ? password : '', database };
}

export type SentTurn = {
  /** The events that came before the connection ended or broke. */
  events: NumberedEvent[];
  /** The connection broke, or could not be opened. */
  is_lost: boolean;
  status: number;
  /** Of what was refused. */
  code: string;
};

/** A learner whose requests go to servers that run as processes of their own. */
export type RemoteTalker = {
  send: (
    address: string,
    text: string,
    options?: { key?: string; on_event?: (event: NumberedEvent) => void },
  ) => Promise<SentTurn>;
  retry: (address: string, messageId: number, key?: string) => Promise<SentTurn>;
  /** The events of a reply behind the one with this number. */
  follow: (address: string, place: { message_id: number; n: number }) => Promise<SentTurn>;
  stop: (address: string, messageId: number) => Promise<void>;
};

async function readEvents(
  response: Response,
  onEvent: (event: NumberedEvent) => void,
  after = 0,
): Promise<Omit<SentTurn, 'code'>> {
  const read = createTalkReader(after);
  const events: NumberedEvent[] = [];
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      for (const event of read(piece)) {
        events.push(event);
        onEvent(event);
      }
    }
    return { events, is_lost: false, status: response.status };
  } catch {
    return { events, is_lost: true, status: response.status };
  }
}

export async function remoteTalker(app: TestApp, { member, chat_id, lease }: Talker): Promise<RemoteTalker> {
  const token = await openSession(app.ctx, member.user_id);
  const headers = { authorization: token, accept: 'text/event-stream', 'content-type': 'application/json' };
  const request = async (
    url: string,
    init: RequestInit,
    { on_event, after = 0 }: { on_event: (event: NumberedEvent) => void; after?: number },
  ): Promise<SentTurn> => {
    const response = await fetch(url, init).catch(() => null);
    if (!response) return { events: [], is_lost: true, status: 0, code: '' };
    if (response.ok) return { ...(await readEvents(response, on_event, after)), code: '' };
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    return { events: [], is_lost: false, status: response.status, code: code ?? '' };
  };
  const post = (url: string, body: object, onEvent: (event: NumberedEvent) => void): Promise<SentTurn> =>
    request(url, { method: 'POST', headers, body: JSON.stringify({ lease, ...body }) }, { on_event: onEvent });
  const none = (): void => undefined;
  return {
    send: (address, text, { key = randomUUID(), on_event = none } = {}) =>
      post(`${address}/api/home/ai-messages`, { chat_id, text, client_msg_id: key }, on_event),
    retry: (address, id, key = randomUUID()) =>
      post(`${address}/api/home/ai-messages/${id}/retry`, { client_msg_id: key }, none),
    follow: (address, { message_id: id, n }) =>
      request(
        `${address}/api/home/ai-messages/${id}/events`,
        { headers: { ...headers, 'last-event-id': `${id}-${n}` } },
        { on_event: none, after: n },
      ),
    stop: async (address, id) => void (await post(`${address}/api/home/ai-messages/${id}/stop`, {}, none)),
  };
}
