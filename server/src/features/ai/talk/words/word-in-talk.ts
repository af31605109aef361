import type { MemberCall } from '../../../../core/call.ts';
import { loadChat } from '../chats/chat.store.ts';
import { loadMessage } from '../turns/message.store.ts';
import { sentenceAt } from './explain-word.ts';
import { findGloss } from './find-gloss.ts';
import { lookUp } from './glossary/glossary.ts';

type Sought = { lemma: string; message_id: number | null; chat_id: number | null };
/** Where a word was met in a talk, and what it means: by its scene, else by the glossary. */
export type MetWord = { language: string; gloss: string; sentence: string; message_id: number | null };

/** Looks a word up in the member's own talk; without one it is English. */
export async function wordInTalk(call: MemberCall, { lemma, message_id, chat_id }: Sought): Promise<MetWord> {
  const { db } = call.ctx;
  const memberId = call.actor.member.id;
  const message = message_id === null ? null : await loadMessage(db, { id: message_id, member_id: memberId });
  const talkId = message?.chat_id ?? chat_id;
  if (talkId === null)
    return { language: 'en', gloss: (await lookUp(lemma))?.gloss ?? '', sentence: '', message_id: null };
  const chat = await loadChat(db, { id: talkId, member_id: memberId });
  const text = message?.content ?? '';
  const at = text.toLowerCase().indexOf(lemma);
  const { gloss } = await findGloss(chat, at < 0 ? '' : text, { from: Math.max(at, 0), word: lemma });
  return {
    language: chat.language,
    gloss: gloss ?? '',
    sentence: message ? sentenceAt(text, Math.max(at, 0)) : '',
    message_id: message?.id ?? null,
  };
}
