import { sql } from 'kysely';
import type { ChatPiece, ChatProvider } from '../../../../adapters/chat/port.ts';
import type { Context } from '../../../../core/context.ts';
import type { Secrets } from '../../../../core/secrets.ts';
import { reviewBody } from '../material/review-scene.ts';
import { barePlaces, normalizeLetters } from './normalize-letters.ts';
import { bodyMarks, promptMarks } from './write-prompt.ts';

/** A mark in the prompt of a talk. Whoever finds it in a reply reads the prompt, not the teacher. */
export const canaryOf = (secrets: Secrets, chatId: number): string =>
  `kq${secrets.hmac('ai-canary', String(chatId)).toString('hex').slice(0, 14)}`;

/** What no reply of this talk may contain: the mark, and what stands in prompts or in the school's templates only. */
export async function loadMarks({ db, secrets }: Context, chatId: number): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`select t.body from ai_chats c
    join ai_peoples p on p.id = c.people_id join ai_prompt_templates t on t.id in (c.template_id, p.template_id) where c.id = ${chatId}`.execute(
    db,
  );
  const bodies = [reviewBody, ...rows.map(({ body }) => body)];
  return [canaryOf(secrets, chatId), ...promptMarks, ...bodies.flatMap(bodyMarks)];
}

/** Marks as letters alone, by the first of them: few replies reach the second. */
type Marks = {
  all: readonly string[];
  byLetter: ReadonlyMap<string, readonly string[]>;
  shortest: number;
  longest: number;
};

function prepareMarks(all: readonly string[]): Marks {
  const byLetter = new Map<string, string[]>();
  for (const mark of all) byLetter.set(mark.charAt(0), [...(byLetter.get(mark.charAt(0)) ?? []), mark]);
  const lengths = all.map(({ length }) => length);
  return { all, byLetter, shortest: Math.min(...lengths), longest: Math.max(...lengths) };
}

const isLetter = (sign: string): boolean => normalizeLetters(sign) !== '';

/** Where the end of a text may be the beginning of a mark: within a word only when the word is not over yet. */
function tailPlace(text: string, { text: bare, places }: ReturnType<typeof barePlaces>, marks: Marks): number {
  for (let at = Math.max(0, bare.length - marks.longest + 1); at < bare.length; at += 1) {
    const beginning = bare.slice(at);
    if (!marks.byLetter.get(bare.charAt(at))?.some((mark) => mark.startsWith(beginning))) continue;
    const place = places[at] ?? text.length;
    const isWithin = place > 0 && isLetter(text.charAt(place - 1)) && !isLetter(text.slice(-1));
    if (!isWithin) return place;
  }
  return text.length;
}

async function* withoutMarks(pieces: AsyncIterable<ChatPiece>, marks: Marks): AsyncGenerator<ChatPiece> {
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
      const bare = barePlaces(tail);
      if (bare.text.length >= marks.shortest && marks.all.some((mark) => bare.text.includes(mark))) {
        yield { finish_reason: 'blocked', translation: null };
        return;
      }
      const safe = tailPlace(tail, bare, marks);
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

/** The same writer, whose replies are blocked before a reader sees one of the marks, also spelt letter by letter. */
export function guardPrompt(provider: ChatProvider, marks: readonly string[]): ChatProvider {
  const prepared = prepareMarks(marks.map(normalizeLetters));
  return { ...provider, stream: (...request) => withoutMarks(provider.stream(...request), prepared) };
}
