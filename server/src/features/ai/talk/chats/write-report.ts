import { sql } from 'kysely';
import type { ChatReport } from '@kaike/shared/contracts/ai/ai-talk';
import type { Correction } from '@kaike/shared/contracts/ai/ai-messages';
import { countWords } from '@kaike/shared/domain/ai/billable';
import { reportState } from '@kaike/shared/domain/ai/chat-status';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { parseCorrections, withFixes } from '../../corrections/public.ts';
import { playStored } from '../../scenes/public.ts';
import { lemmaOf } from '../words/lemma.ts';
import { answersIn, loadMessages, type Message } from '../turns/message.store.ts';
import { loadChat, type Chat } from './chat.store.ts';
import { goalsOf, parseScene } from './scene-snapshot.ts';

const shownSentences = 2;
const shownWords = 12;

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** `missed`: answers that were not understood, which the estimate of the level reads; null where nothing measured it. */
type Judged = Pick<ChatReport, 'well' | 'practise'> & { missed: number | null };

/** The richest answers; nothing is known of what a chat service understood. */
function judgeFreely(answers: readonly Message[], skipped: ReadonlySet<number>): Judged {
  const rich = answers
    .filter(({ id }) => !skipped.has(id))
    .toSorted((a, b) => countWords(b.content) - countWords(a.content))
    .slice(0, shownSentences);
  const well = rich.map(({ id, content }) => ({ message_id: id, sentence: content, better: null }));
  return { well, practise: [], missed: null };
}

/** What went well and what to practise, by what the scene understood; sentences with mistakes are practised anyway. */
function judge(chat: Chat, answers: readonly Message[], skipped: ReadonlySet<number>): Judged {
  if (chat.provider !== scriptProvider) return judgeFreely(answers, skipped);
  const play = { cefr: chat.cefr, seed: chat.id };
  const texts = answers.map(({ content }) => content);
  const turns = playStored(chat.scene_snapshot, { ...play, answers: texts })?.turns ?? [];
  const modelBefore = (index: number) =>
    playStored(chat.scene_snapshot, { ...play, answers: texts.slice(0, index) })?.hint?.model ?? null;
  const sentences = turns.flatMap(({ intent }, index) => {
    const answer = answers[index];
    return answer && !skipped.has(answer.id)
      ? [{ intent, index, message_id: answer.id, sentence: answer.content, words: countWords(answer.content) }]
      : [];
  });
  const well = sentences.filter(({ intent }) => intent !== null).toSorted((a, b) => b.words - a.words);
  const practise = sentences.filter(({ intent }) => intent === null);
  return {
    missed: turns.filter(({ intent }) => intent === null).length,
    well: well.slice(0, shownSentences).map(({ message_id, sentence }) => ({ message_id, sentence, better: null })),
    practise: practise
      .slice(0, shownSentences)
      .map(({ message_id, sentence, index }) => ({ message_id, sentence, better: modelBefore(index) })),
  };
}

type CorrectedMessage = { message: Message; items: readonly Correction[] };
const correctedOf = (answers: readonly Message[]): CorrectedMessage[] =>
  answers.flatMap((message) => {
    const items = parseCorrections(message.corrections);
    return items.length > 0 ? [{ message, items }] : [];
  });

/** Kinds of mistakes in the order of their number, each with its first example. */
function countMistakes(corrected: readonly CorrectedMessage[]): ChatReport['mistakes'] {
  const byCode = new Map<string, ChatReport['mistakes'][number]>();
  for (const { message, items } of corrected)
    for (const item of items) {
      const existing = byCode.get(item.code);
      const span = message.content.slice(item.from, item.to);
      byCode.set(item.code, { ...(existing ?? { ...item, span }), times: (existing?.times ?? 0) + 1 });
    }
  return [...byCode.values()].toSorted((a, b) => b.times - a.times);
}

/** Sentences with mistakes, those of the most frequent kind first, as they would be right; one that came again stands once. */
function toPractise(corrected: readonly CorrectedMessage[], mistakes: ChatReport['mistakes']): ChatReport['practise'] {
  const rank = ({ items }: CorrectedMessage): number =>
    Math.min(...items.map((item) => mistakes.findIndex(({ code }) => code === item.code)));
  const sentences = corrected
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ message, items }) => ({
      message_id: message.id,
      sentence: message.content,
      better: { en: withFixes(message.content, items), zh: '' },
    }));
  return sentences.filter(({ better }, at) => sentences.findIndex((one) => one.better.en === better.en) === at);
}

/** Words of the scene that were said or heard and are not in the learner's book. */
async function findWords(db: Db, chat: Chat, messages: readonly Message[]): Promise<ChatReport['words']> {
  const words = ` ${wordsIn(messages.map(({ content }) => content).join(' ')).join(' ')} `;
  const wordBook = await db.selectFrom('ai_words').select('lemma').where('member_id', '=', chat.member_id).execute();
  const lemmas = new Set(wordBook.map(({ lemma }) => lemma));
  return parseScene(chat.scene_snapshot)
    .vocabulary.filter(({ text }) => words.includes(` ${wordsIn(text).join(' ')} `) && !lemmas.has(lemmaOf(text)))
    .slice(0, shownWords);
}

/** Less speech says nothing of its speed. */
const minSpokenMs = 5000;

/** Words a minute of what was spoken. Recordings are as long as the button was held: pauses are in them. */
function speedOf(answers: readonly Message[]): number | null {
  const spoken = answers.filter(({ recorded_ms: ms }) => ms !== null && ms > 0);
  const ms = spoken.reduce((total, answer) => total + (answer.recorded_ms ?? 0), 0);
  const words = spoken.reduce((total, { content }) => total + countWords(content), 0);
  return ms < minSpokenMs ? null : Math.round((words * 60_000) / ms);
}

/** Counts a talk. Everything in it is counted or was written by a person; nothing is guessed. */
async function countTalk(db: Db, chat: Chat): Promise<Omit<ChatReport, 'sentences'> & Judged> {
  const messages = await loadMessages(db, chat.id);
  const answers = answersIn(messages);
  const corrected = correctedOf(answers);
  const mistakes = countMistakes(corrected);
  const wrong = toPractise(corrected, mistakes);
  const { well, practise, missed } = judge(chat, answers, new Set(corrected.map(({ message }) => message.id)));
  return {
    turns: chat.turns,
    member_words: chat.member_words,
    unique_words: new Set(answers.flatMap(({ content }) => wordsIn(content))).size,
    talk_sec: chat.talk_sec,
    charged_sec: chat.ai_sec_charged,
    hints: chat.hints,
    goals: goalsOf(chat),
    well,
    missed,
    practise: [...wrong, ...practise].slice(0, shownSentences),
    mistakes,
    words: await findWords(db, chat, messages),
    words_minute: speedOf(answers),
  };
}

/** Writes the report of an ended talk. Running it again writes the same. */
export async function writeReport({ db }: Context, chatId: number): Promise<void> {
  const row = await db
    .selectFrom('ai_chats')
    .select('member_id')
    .where('id', '=', chatId)
    .where('report_state', '=', reportState.waiting)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const report = await countTalk(db, await loadChat(db, { id: chatId, member_id: row.member_id }));
  // Nothing is written for a talk that was deleted meanwhile.
  await sql`update ai_chats set report = ${JSON.stringify(report)}::jsonb, unique_words = ${report.unique_words}, report_state = ${reportState.ready}
    where id = ${chatId} and deleted_at is null`.execute(db);
}
