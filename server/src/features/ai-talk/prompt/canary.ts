import type { ChatPiece, ChatProvider } from '../../../adapters/chat/port.ts';
import type { Secrets } from '../../../core/secrets.ts';
import { promptMarks } from './write-prompt.ts';

/** A mark in the prompt of a talk. Whoever finds it in a reply reads the prompt, not the teacher. */
export const canaryOf = (secrets: Secrets, chatId: number): string =>
  `kq${secrets.hmac('ai-canary', String(chatId)).toString('hex').slice(0, 14)}`;

/** How many characters at the end of a text may be the beginning of this mark. */
function tailLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}

async function* withoutMarks(pieces: AsyncIterable<ChatPiece>, marks: readonly string[]): AsyncGenerator<ChatPiece> {
  let tail = '';
  try {
    for await (const piece of pieces) {
      if (!('text' in piece)) {
        if (tail !== '') yield { text: tail };
        tail = '';
        yield piece;
        continue;
      }
      tail += piece.text;
      const plain = tail.toLowerCase();
      if (marks.some((mark) => plain.includes(mark))) {
        yield { finish_reason: 'blocked', translation: null };
        return;
      }
      const safe = tail.length - Math.max(...marks.map((mark) => tailLength(plain, mark)));
      const text = tail.slice(0, safe);
      tail = tail.slice(safe);
      yield { text };
    }
  } catch (error) {
    // What came before a service broke off is no whole mark.
    if (tail !== '') yield { text: tail };
    throw error;
  }
  if (tail !== '') yield { text: tail };
}

/** The same writer, whose replies are blocked before a reader sees the mark of the talk, or what stands in prompts only. */
export function guardPrompt(provider: ChatProvider, canary: string): ChatProvider {
  const marks = [canary, ...promptMarks].map((mark) => mark.toLowerCase());
  return { ...provider, stream: (...request) => withoutMarks(provider.stream(...request), marks) };
}
