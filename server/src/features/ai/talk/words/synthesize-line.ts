import { setTimeout as wait } from 'node:timers/promises';
import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import { aiMessageStatus, isRunning } from '@kaike/shared/domain/ai/chat-status';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { NumberedEvent } from '@kaike/shared/domain/ai/talk-events';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import type { Context } from '../../../../core/context.ts';
import { maskContacts } from '../../moderation/public.ts';
import { presentSpoken } from '../../speech/public.ts';
import { loadChat } from '../chats/chat.store.ts';
import { liveReplies } from '../stream/live-replies.ts';
import { loadPieces } from '../stream/save-pieces.ts';
import { createSplitter } from '../stream/split-sentences.ts';
import { type Message, loadMessage } from '../turns/message.store.ts';
import { wordAt } from './explain-word.ts';
import { type LinePart, betterOf } from './synthesize.ts';

/** Another node saves what its reply says every 300 ms. */
const pollMs = 150;

const maxPolls = 6;

const textOf = (events: readonly NumberedEvent[]): string =>
  events.reduce((text, { event }) => (event.type === 'message' ? text.slice(0, event.from) + event.delta : text), '');

/** A sentence of a reply that is being written, if its readers have it. */
async function shownSentence(ctx: Context, id: number, n: number): Promise<LinePart | null> {
  const events = liveReplies(ctx).get(id)?.events ?? (await loadPieces(ctx.db, id, 0));
  const sentence = events.map(({ event }) => event).find((event) => event.type === 'sentence' && event.n === n);
  if (sentence?.type !== 'sentence') return null;
  const text = textOf(events).slice(sentence.from, sentence.to);
  // What was taken back is not there any more.
  return text.length === sentence.to - sentence.from ? { text, from: sentence.from, is_last: false } : null;
}

function storedSentence({ content }: Message, n: number): LinePart | null {
  const spans = createSplitter()(content, true);
  const span = spans[n - 1];
  return span ? { text: content.slice(span.from, span.to), from: span.from, is_last: n === spans.length } : null;
}

/** A sentence that the learner can see: of a reply as far as it was written, of a message as it is stored. */
async function findSentence(ctx: Context, key: { id: number; member_id: number }, n: number): Promise<LinePart> {
  for (let polls = 0; polls < maxPolls; polls += 1) {
    const message = await loadMessage(ctx.db, key);
    if (message.status === aiMessageStatus.blocked || message.is_replaced) break;
    const isWritten = message.role === 'member' || !isRunning(message.status);
    const part = isWritten ? storedSentence(message, n) : await shownSentence(ctx, message.id, n);
    if (part) return part;
    if (isWritten) break;
    await wait(pollMs);
  }
  throw new AppError('record.not_found');
}

async function findPart(
  { ctx, body, actor }: MemberCallOf<typeof aiMessages.synthesizeLine>,
  { message, report }: { message: Message; report: unknown },
): Promise<LinePart> {
  if (body.is_better) return betterOf(report, message);
  if (body.at === undefined || body.at === null)
    return findSentence(ctx, { id: message.id, member_id: actor.member.id }, body.n ?? 1);
  assert(message.status !== aiMessageStatus.blocked, 'record.not_found');
  const { word, from } = wordAt(message.content, body.at);
  return { text: word, from, is_last: true };
}

/** Whether people wrote the line, for whoever plays the scene. */
const isShared = ({ role, model, reply_to }: Message): boolean =>
  role === 'ai' && (model === scriptProvider || reply_to === null);

/** How a part of the learner's own talk is to be heard. */
export async function synthesizeLine(
  call: MemberCallOf<typeof aiMessages.synthesizeLine>,
): Promise<ResponseOf<typeof aiMessages.synthesizeLine>> {
  const { ctx, body, actor } = call;
  const memberId = actor.member.id;
  const message = await loadMessage(ctx.db, { id: body.message_id, member_id: memberId });
  const chat = await loadChat(ctx.db, { id: message.chat_id, member_id: memberId });
  const { text, ...place } = await findPart(call, { message, report: chat.report });
  const speaker = await ctx.db
    .selectFrom('ai_peoples')
    .select(['language', 'voice', 'voices', 'speech_rate'])
    .where('id', '=', chat.people_id)
    .executeTakeFirstOrThrow();
  const isWord = body.at !== undefined && body.at !== null;
  const speech = await presentSpoken(ctx, {
    // What leaves for a vendor names no numbers and accounts of a person.
    text: maskContacts(text),
    speaker,
    chat_id: isWord || isShared(message) ? null : chat.id,
    cause: { member_id: memberId, chat_id: chat.id, message_id: message.id },
  });
  return { ...speech, text, ...place };
}
