import { sql } from 'kysely';
import type { ShownChat } from '@kaike/shared/contracts/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai-talk';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../core/call.ts';
import { spellingsOf } from '../../../core/chinese/chinese-script.ts';
import { shippedText, shippedTextsWith } from '../../../core/wording.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import { giveUpReplies } from '../turns/give-up.ts';
import { presentMessage, readMessages } from '../turns/message.store.ts';
import { checkActive, isHeldByOther, readChat, renewLease } from './chat.store.ts';
import { levelIn, presentChat, secondsLeft } from './present-chat.ts';

type ChatRequest = { id: number; lease: string | null; after_seq?: number };

/** A talk with its messages. A reply whose node is gone is ended first. */
export async function showChat(
  call: MemberCall,
  { id, lease, after_seq: afterSeq = 0 }: ChatRequest,
): Promise<ShownChat> {
  const { ctx, actor } = call;
  const memberId = actor.member.id;
  await giveUpReplies(ctx, { member_id: memberId });
  const chat = await readChat(ctx.db, { id, member_id: memberId });
  const messages = await readMessages(ctx.db, id, afterSeq);
  return {
    chat: await presentChat(call, chat, lease),
    messages: messages.map(presentMessage),
    seconds_left: await secondsLeft(ctx, memberId),
  };
}

export const readTalk = (call: MemberCallOf<typeof aiTalk.getChat>): Promise<ShownChat> =>
  showChat(call, { id: call.params.id, lease: call.query.lease ?? null, after_seq: call.query.after_seq ?? 0 });

/** Makes this page the one that talks. While another one holds the talk, only when the learner insists. */
export async function takeOver(call: MemberCallOf<typeof aiTalk.claimChat>): Promise<ShownChat> {
  const { ctx, actor, body, params } = call;
  const now = ctx.clock();
  await inTransaction(ctx.db, async (trx) => {
    const chat = await readChat(trx, { id: params.id, member_id: actor.member.id }, { lock: true });
    checkActive(chat, 'take_over');
    if (body.force !== true && isHeldByOther(chat, body.lease, now))
      throw new AppError('ai.in_use', { device: chat.lease_device });
    await renewLease(trx, chat.id, { lease: body.lease, device: call.user_agent, now });
  });
  return showChat(call, { id: params.id, lease: body.lease });
}

const pageSize = 20;

type HistoryRow = Omit<ResponseOf<typeof aiTalk.listChats>['data'][number], 'cefr' | 'started_at' | 'ended_at'> & {
  cefr: string;
  started_at: Date;
  ended_at: Date | null;
};

/** The member's talks, newest first; a keyword is looked for in titles, names of teachers and what was said. */
export async function listTalks({
  ctx,
  actor,
  query,
  locale,
}: MemberCallOf<typeof aiTalk.listChats>): Promise<ResponseOf<typeof aiTalk.listChats>> {
  const page = query.page ?? 1;
  const keyword = (query.keyword ?? '').trim();
  const patterns = spellingsOf(keyword).map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const matches = sql`(c.title ilike any(${patterns}) or c.title = any(${shippedTextsWith(keyword, locale)}) or p.name ilike any(${patterns})
    or exists (select 1 from ai_messages m where m.chat_id = c.id and m.content ilike any(${patterns})))`;
  const { rows } =
    await sql<HistoryRow>`select c.id, c.people_id, p.name as people_name, p.avatar as people_avatar, c.template_id, c.title, c.cefr, c.status,
      c.turns, case when c.mode <> 'free' then coalesce(jsonb_array_length(c.scene_snapshot -> 'goals'), 0) else 0 end as goal_count, cardinality(c.goals_done) as goals_done, c.talk_sec,
      c.ai_sec_charged as charged_sec, c.rating, c.started_at, c.ended_at
    from ai_chats c join ai_peoples p on p.id = c.people_id
    where c.member_id = ${actor.member.id} and c.deleted_at is null and ${keyword === '' ? sql`true` : matches}
    order by c.id desc limit ${pageSize + 1} offset ${(page - 1) * pageSize}`.execute(ctx.db);
  return {
    data: rows.slice(0, pageSize).map((row) => ({
      ...row,
      title: shippedText(row.title, locale),
      cefr: levelIn(row.cefr),
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    })),
    current_page: page,
    has_more: rows.length > pageSize,
  };
}
