import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { call } from '../../../../api/client.ts';
import { sendRaw } from '../../../../api/send-raw.ts';
import { pageLease } from './page-lease.ts';
import type { TalkDeps } from './talk-session.ts';

const stream = { Accept: 'text/event-stream' };
const pathOf = (path: string, id: number): string => `${path.replace(':id', String(id))}?json=1`;

/** Resolves after the time, or as soon as the connection is back. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}

/** A talk of this page with the server. */
export const talkDeps: TalkDeps = {
  wait,
  now: () => new Date().toISOString(),
  load: (id, afterSeq) =>
    call(aiTalk.getChat, { params: { id }, query: { lease: pageLease(), after_seq: afterSeq }, quiet: true }),
  take_over: (id, force) =>
    call(aiTalk.claimChat, { params: { id }, body: { lease: pageLease(), force }, quiet: true }),
  send: ({ heard_chars, ...turn }, key, signal) =>
    sendRaw('POST', `${aiMessages.sendMessage.path}?json=1`, {
      headers: stream,
      signal,
      body: {
        ...turn,
        ...(heard_chars === null ? {} : { heard_chars }),
        client_msg_id: key,
        lease: pageLease(),
      },
    }),
  retry: (id, key, signal) =>
    sendRaw('POST', pathOf(aiMessages.retryReply.path, id), {
      headers: stream,
      signal,
      body: { client_msg_id: key, lease: pageLease() },
    }),
  follow: (id, n, signal) =>
    sendRaw('GET', pathOf(aiMessages.streamReply.path, id), {
      headers: { ...stream, ...(n > 0 ? { 'Last-Event-ID': `${id}-${n}` } : {}) },
      signal,
    }),
  stop: async (id) =>
    (await call(aiMessages.stopReply, { params: { id }, body: { lease: pageLease() }, quiet: true })).reply,
  finish: async (id) =>
    (await call(aiTalk.finishChat, { params: { id }, body: { lease: pageLease() }, quiet: true })).chat,
};
