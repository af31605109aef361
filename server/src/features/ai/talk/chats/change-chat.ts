import { sql } from 'kysely';
import type { TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import {
  chatActions,
  chatExpiryMinutes,
  chatStatus,
  reportState,
  summaryState,
} from '@kaike/shared/domain/ai/chat-status';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall } from '../../../../core/call.ts';
import type { Context } from '../../../../core/context.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import type { Db } from '../../../../db/pool.ts';
import { eraseModerations } from '../../moderation/public.ts';
import { eraseSpeeches } from '../../speech/public.ts';
import { loadChat } from './chat.store.ts';
import { endChat } from './end-chat.ts';
import { eraseCases } from './erase-cases.ts';
import { presentChat } from './present-chat.ts';

export const chatKeyOf = (call: MemberCall & { params: { id: number } }) => ({
  id: call.params.id,
  member_id: call.actor.member.id,
});

export async function assertIdle(trx: Db, chatId: number): Promise<void> {
  const { rows } =
    await sql`select 1 from ai_messages where chat_id = ${chatId} and role = 'ai' and status in (1, 2)`.execute(trx);
  assert(rows.length === 0, 'ai.reply_running');
}

export const presentChange = async (
  call: MemberCall & { params: { id: number } },
  lease: string | null,
): Promise<{ chat: TalkChat }> => ({
  chat: await presentChat(call, await loadChat(call.ctx.db, chatKeyOf(call)), lease),
});

/** Removes every word that was said in talks; what they counted and cost stays. */
export async function eraseTalks(trx: Db, chatIds: readonly number[], now: Date): Promise<void> {
  await sql`update ai_messages set content = '', translation = null, stt_text = null, audio_url = null, corrections = '[]', report_remark = '',
    updated_at = ${now} where chat_id = any(${[...chatIds]}::bigint[])`.execute(trx);
  // A corrected sentence is the learner's words from end to end.
  await sql`delete from ai_words where kind = 'sentence'
    and message_id in (select id from ai_messages where chat_id = any(${[...chatIds]}::bigint[]))`.execute(trx);
  await sql`update ai_words set sentence = '', message_id = null
    where message_id in (select id from ai_messages where chat_id = any(${[...chatIds]}::bigint[]))`.execute(trx);
  await sql`delete from ai_memories where source_chat_id = any(${[...chatIds]}::bigint[])`.execute(trx);
  await sql`delete from ai_stream_pieces where message_id in (select id from ai_messages where chat_id = any(${[...chatIds]}::bigint[]))`.execute(
    trx,
  );
  await sql`delete from ai_readings where chat_id = any(${[...chatIds]}::bigint[])`.execute(trx);
  await sql`delete from ai_takes where chat_id = any(${[...chatIds]}::bigint[])`.execute(trx);
  await eraseCases(trx, chatIds);
  await eraseModerations(trx, chatIds);
  await eraseSpeeches(trx, chatIds);
  await sql`update ai_chats set deleted_at = coalesce(deleted_at, ${now}), scene_snapshot = null, report = null, report_state = ${reportState.none},
    summary = '', advice = '', summary_state = ${summaryState.none}, notes = '', lease_token = null, lease_device = '', lease_until = null,
    status = case when status = ${chatStatus.active} then ${chatActions.finish.to} else status end, ended_at = coalesce(ended_at, ${now}), updated_at = ${now}
    where id = any(${[...chatIds]}::bigint[])`.execute(trx);
}

const batchSize = 200;

/** Ends talks without a turn for a day. */
export async function expireTalks({ db, clock }: Context): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - chatExpiryMinutes * 60_000);
  const { rows } = await sql<{
    id: number;
  }>`select id from ai_chats where status = ${chatStatus.active} and last_turn_at < ${before}
    order by last_turn_at limit ${batchSize}`.execute(db);
  for (const { id } of rows) {
    await inTransaction(db, async (trx) => {
      const locked = await sql<{
        turns: number;
      }>`select turns from ai_chats c where id = ${id} and status = ${chatStatus.active} and last_turn_at < ${before}
        and not exists (select 1 from ai_messages m where m.chat_id = c.id and m.role = 'ai' and m.status in (1, 2)) for no key update`.execute(
        trx,
      );
      const turns = locked.rows[0]?.turns;
      if (turns !== undefined) await endChat(trx, { id, turns, action: 'expire' }, now);
    });
  }
}
