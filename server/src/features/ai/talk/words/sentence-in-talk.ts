import { sql } from 'kysely';
import type { ChatReport } from '@kaike/shared/contracts/ai/ai-talk';
import type { MemberCall } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import { parseCorrections, withFixes } from '../../corrections/public.ts';
import { loadChat } from '../chats/chat.store.ts';
import { answersIn, loadMessage, loadMessages, type Message } from '../turns/message.store.ts';

/** Longer ones are no cards. */
const maxSentenceLength = 300;
/** Sentences that a report proposes. */
const maxProposals = 6;

type CorrectedSentence = { right: string; wrong: string; gloss: string; gloss_en: string };

/** A line of the learner as it is right; null when nothing is wrong, or it is too long for a card. */
export function correctedOf({ role, content, corrections: stored }: Message): CorrectedSentence | null {
  const corrections = role === 'member' ? parseCorrections(stored) : [];
  if (corrections.length === 0 || content.length > maxSentenceLength) return null;
  return {
    wrong: content,
    right: withFixes(content, corrections),
    gloss: corrections.map(({ reason }) => reason.zh).join('\n'),
    gloss_en: corrections.map(({ reason }) => reason.en).join('\n'),
  };
}

/** A line of the member's own talk as a card; null when there is nothing to learn from it. */
export async function sentenceInTalk(
  { ctx: { db }, actor }: MemberCall,
  messageId: number,
): Promise<(CorrectedSentence & { language: string; message_id: number }) | null> {
  const memberId = actor.member.id;
  const message = await loadMessage(db, { id: messageId, member_id: memberId });
  const corrected = correctedOf(message);
  if (!corrected) return null;
  const { language } = await loadChat(db, { id: message.chat_id, member_id: memberId });
  return { ...corrected, language, message_id: messageId };
}

/** The sentences of a talk that are worth a card, the latest last, and whether each is in the book. */
export async function proposeSentences(db: Db, chatId: number): Promise<ChatReport['sentences']> {
  const sentences = answersIn(await loadMessages(db, chatId)).flatMap((message) => {
    const corrected = correctedOf(message);
    return corrected ? [{ message_id: message.id, wrong: corrected.wrong, right: corrected.right }] : [];
  });
  const distinct = sentences.filter(({ right }, at) => sentences.findIndex((one) => one.right === right) === at);
  const { rows } = await sql<{
    lemma: string;
  }>`select w.lemma from ai_words w join ai_chats c on c.member_id = w.member_id
    where c.id = ${chatId} and w.kind = 'sentence'`.execute(db);
  const inBook = new Set(rows.map(({ lemma }) => lemma));
  return distinct.slice(-maxProposals).map((one) => ({ ...one, is_kept: inBook.has(one.right) }));
}
