import type { Transcript } from '@kaike/shared/contracts/ai/ai-chats';
import type * as aiChatsApi from '@kaike/shared/contracts/ai/ai-chats';
import { aiRoleChoices } from '@kaike/shared/domain/ai/ai-chat';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { aiChats } from '@kaike/shared/resources/ai/ai-chats';
import { hasPermission } from '../../../core/actor.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';

/** Maximum messages in a transcript. */
const maxMessages = 1000;

/** What was said in a talk; who reads it and why is in the operation log before anything is returned. */
export async function getTranscript(call: AdminCallOf<typeof aiChatsApi.getTranscript>): Promise<Transcript> {
  const { ctx, actor, params, body } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const row = await loadRow({ db: trx, actor, resource: ctx.resources.of(aiChats) }, params.id);
    const { summary, advice } = await trx
      .selectFrom('ai_chats')
      .select(['summary', 'advice'])
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    const messages = await trx
      .selectFrom('ai_messages')
      .select([
        'id',
        'seq',
        'role',
        'reply_to',
        'content',
        'translation',
        'audio_url',
        'corrections',
        'status',
        'model',
        'content_no',
        'created_at',
      ])
      .where('chat_id', '=', row.id)
      .orderBy('seq')
      .limit(maxMessages + 1)
      .execute();
    await writeLog(trx, call, {
      resource: 'ai-chats',
      action: 'transcript',
      record_id: row.id,
      record_title: row.title,
      reason: body.reason,
    });
    return {
      messages: messages.slice(0, maxMessages).map(({ model, role, reply_to, ...one }) => ({
        ...one,
        is_scripted: model === scriptProvider,
        is_reply: reply_to !== null && one.content !== '',
        role: aiRoleChoices.find(({ value }) => value === role)?.value ?? 'system',
        created_at: one.created_at.toISOString(),
      })),
      summary,
      advice,
      has_more: messages.length > maxMessages,
      may_add_case:
        row.template_id !== null && row.mode !== 'lesson' && hasPermission(actor, 'admin.ai-lab-cases.create'),
    };
  });
}
