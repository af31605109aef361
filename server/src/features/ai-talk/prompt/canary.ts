import type { ChatPiece, ChatProvider } from '../../../adapters/chat/port.ts';
import type { Secrets } from '../../../core/secrets.ts';

/** A mark in the prompt of a talk. Whoever finds it in a reply reads the prompt, not the teacher. */
export const canaryOf = (secrets: Secrets, chatId: number): string =>
  `kq${secrets.hmac('ai-canary', String(chatId)).toString('hex').slice(0, 14)}`;

/** How many characters at the end of a text may be the beginning of the mark. */
function tailLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length).toLowerCase())) return length;
  return 0;
}

async function* withoutMark(pieces: AsyncIterable<ChatPiece>, mark: string): AsyncGenerator<ChatPiece> {
  let tail = '';
  for await (const piece of pieces) {
    if (!('text' in piece)) {
      if (tail !== '') yield { text: tail };
      tail = '';
      yield piece;
      continue;
    }
    tail += piece.text;
    if (tail.toLowerCase().includes(mark)) {
      yield { finish_reason: 'blocked', translation: null };
      return;
    }
    const safe = tail.length - tailLength(tail, mark);
    const text = tail.slice(0, safe);
    tail = tail.slice(safe);
    yield { text };
  }
  if (tail !== '') yield { text: tail };
}

/** The same writer, whose replies are blocked before a reader sees the mark. */
export const guardCanary = (provider: ChatProvider, mark: string): ChatProvider => ({
  ...provider,
  stream: (...request) => withoutMark(provider.stream(...request), mark),
});
