import type { ChatMessage, ChatProvider } from '../../src/adapters/chat/port.ts';
import { chatOf } from './chat-of.ts';

/** In place of a piece: nothing more comes until the reply is stopped. */
export const pause = Symbol('pause');

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

/** A chat service whose next replies a test writes, in pieces. */
export function createMachine() {
  const replies: (string | typeof pause)[][] = [];
  const requests: (readonly ChatMessage[])[] = [];
  const signals: AbortSignal[] = [];
  const writer: ChatProvider = {
    name: 'vendor',
    timeouts: { first_ms: 15_000, next_ms: 20_000 },
    async *stream(messages, _options, signal) {
      requests.push(messages);
      signals.push(signal);
      for (const piece of replies.shift() ?? ['Of course. What else would you like?']) {
        if (piece === pause) {
          await aborted(signal);
          return;
        }
        yield { text: piece };
      }
      yield { finish_reason: 'stop', translation: null };
    },
  };
  return {
    chat: chatOf(writer, writer.name),
    requests,
    /** Of the last request. */
    signal: () => signals.at(-1),
    next: (...pieces: (string | typeof pause)[]) => void replies.push(pieces),
  };
}
