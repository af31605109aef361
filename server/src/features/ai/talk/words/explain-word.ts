import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../../core/call.ts';
import { loadChat } from '../chats/chat.store.ts';
import { createSplitter } from '../stream/split-sentences.ts';
import { loadMessage, type Message } from '../turns/message.store.ts';
import { findGloss } from './find-gloss.ts';

const messageOf = (call: MemberCall & { body: { message_id: number } }): Promise<Message> =>
  loadMessage(call.ctx.db, { id: call.body.message_id, member_id: call.actor.member.id });

const wordPattern = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** The sentence around a character. */
export function sentenceAt(text: string, at: number): string {
  const span = createSplitter()(text, true).find(({ from, to }) => at >= from && at < to);
  return span ? text.slice(span.from, span.to) : text.trim();
}

/** The word at a character. */
export function wordAt(text: string, at: number): { from: number; word: string } {
  const match = [...text.matchAll(wordPattern)].find(({ index, 0: word }) => at >= index && at < index + word.length);
  assert(match, 'ai.no_word', { field: 'at' });
  return { from: match.index, word: match[0] };
}

/** The word of a message at a character, with what the scene says about it, else the learner's book, else the glossary. */
export async function explainWord(
  call: MemberCallOf<typeof aiMessages.explainWord>,
): Promise<ResponseOf<typeof aiMessages.explainWord>> {
  const { ctx, body, actor } = call;
  const message = await messageOf(call);
  const chat = await loadChat(ctx.db, { id: message.chat_id, member_id: actor.member.id });
  const entry = await findGloss(chat, message.content, wordAt(message.content, body.at));
  const saved = await ctx.db
    .selectFrom('ai_words')
    .select(['id', 'gloss'])
    .where('member_id', '=', actor.member.id)
    .where('lemma', '=', entry.lemma)
    .executeTakeFirst();
  const noted = entry.source !== 'scene' && saved?.gloss ? saved.gloss : null;
  return {
    word: entry.word,
    lemma: entry.lemma,
    gloss: noted ?? entry.gloss,
    source: noted === null ? entry.source : 'book',
    sentence: sentenceAt(message.content, body.at),
    word_id: saved?.id ?? null,
  };
}
