import { sql } from 'kysely';
import {
  aiMessageStatus,
  isRetryable,
  type AiMessageStatus,
  type ChatStatus,
} from '@kaike/shared/domain/ai/chat-status';
import { isModelCode } from '@kaike/shared/domain/ai/learner/model-corrections';
import type { FinishReason, NumberedEvent, TalkEvent } from '@kaike/shared/domain/ai/talk-events';
import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import { parseCorrections } from '../../corrections/public.ts';
import { loadSpendable, spendableSec } from '../../seconds/public.ts';

/** A reply as it is stored. */
type StoredReply = {
  id: number;
  seq: number;
  reply_to: number | null;
  member_id: number;
  content: string;
  status: AiMessageStatus;
  finish_reason: FinishReason | null;
  error_code: 'ai.interrupted' | 'ai.resting' | 'ai.budget_over' | null;
  chat_status: ChatStatus;
  talk_sec: number;
  charged_sec: number;
  /** Of the words that it belongs to. */
  corrections: unknown;
  /** The learner's words before those: a chat service may have corrected them after their turn. */
  earlier_id: number | null;
  earlier_corrections: unknown;
  is_dead: boolean;
};

export async function loadStoredReply({ db }: Context, messageId: number): Promise<StoredReply> {
  const { rows } =
    await sql<StoredReply>`select m.id, m.seq, m.reply_to, c.member_id, m.content, m.status, m.finish_reason, m.error_code, c.status as chat_status, m.talk_sec, m.charged_sec, said.corrections,
      earlier.id as earlier_id, earlier.corrections as earlier_corrections,
      coalesce(m.alive_until < now(), true) as is_dead
    from ai_messages m join ai_chats c on c.id = m.chat_id left join ai_messages said on said.id = m.reply_to
      left join lateral (select e.id, e.corrections from ai_messages e where e.chat_id = m.chat_id and e.role = 'member' and e.seq < said.seq
        order by e.seq desc limit 1) earlier on true where m.id = ${messageId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError('record.not_found');
  return row;
}

/** Corrections of the learner's words, and those of the words before that came too late for their own turn. */
function correctionsOf(reply: StoredReply): TalkEvent[] {
  const items = parseCorrections(reply.corrections);
  const earlier = parseCorrections(reply.earlier_corrections);
  const isLate = earlier.some(({ code }) => isModelCode(code));
  return [
    ...(reply.earlier_id !== null && isLate
      ? [{ type: 'correction' as const, message_id: reply.earlier_id, items: earlier }]
      : []),
    ...(reply.reply_to !== null && items.length > 0
      ? [{ type: 'correction' as const, message_id: reply.reply_to, items }]
      : []),
  ];
}

/** The end of a reply as its node would have reported it. */
export async function replyEndEvents(ctx: Context, reply: StoredReply): Promise<TalkEvent[]> {
  if (reply.status === aiMessageStatus.failed)
    return [
      {
        type: 'error',
        code: reply.error_code ?? 'ai.interrupted',
        message: '',
        retry: isRetryable(reply.status),
      },
    ];
  const daily = await ctx.settings.get('ai_daily_free_sec');
  const spendable = await loadSpendable(ctx.db, reply.member_id, { daily_free_sec: daily, now: ctx.clock() });
  return [
    ...correctionsOf(reply),
    {
      type: 'usage',
      talk_sec: reply.talk_sec,
      charged_sec: reply.charged_sec,
      seconds_left: spendableSec(spendable),
    },
    {
      type: 'done',
      status: reply.status,
      finish_reason: reply.finish_reason ?? 'stop',
      chat_status: reply.chat_status,
    },
  ];
}

/** Events for a reader of a final reply whose pieces are gone or incomplete: the whole text, then the end. */
export async function* replayEnd(ctx: Context, reply: StoredReply, afterN: number): AsyncGenerator<NumberedEvent> {
  const start: TalkEvent = {
    type: 'start',
    message_id: reply.id,
    member_message_id: reply.reply_to ?? 0,
    seq: reply.seq,
    hold_sec: 0,
  };
  // A reader may have words that its node had not saved when it was lost: also an empty text replaces them.
  const text: TalkEvent[] =
    reply.content === '' && afterN === 0 ? [] : [{ type: 'message', from: 0, delta: reply.content }];
  const events = [...(afterN === 0 ? [start] : []), ...text, ...(await replyEndEvents(ctx, reply))];
  for (const [index, event] of events.entries()) yield { message_id: reply.id, n: afterN + index + 1, event };
}
