import { sql } from 'kysely';
import { chatActions } from '@kaike/shared/domain/ai/chat-status';
import { allows } from '@kaike/shared/domain/status';
import type { aiChats } from '@kaike/shared/resources/ai/ai-chats';
import type { ActionResult, ActionRun, FailedRow } from '../../../kit/behaviour.ts';
import { endChat } from '../talk/public.ts';

/**
 * Ends talks. A reply that is being written is waited for before a talk is finished; blocking stops it: whoever writes it finds
 * the talk blocked, shows nothing more and charges nothing.
 */
export async function endTalks(
  { trx, call, rows }: ActionRun<typeof aiChats>,
  action: 'finish' | 'block',
): Promise<ActionResult> {
  const { rows: running } = await sql<{ id: number; chat_id: number }>`select id, chat_id from ai_messages
    where chat_id = any(${rows.map(({ id }) => id)}::bigint[]) and role = 'ai' and status in (1, 2)`.execute(trx);
  const isRunning = (id: number): boolean => running.some(({ chat_id }) => chat_id === id);
  const failed: FailedRow[] = [];
  for (const { id, status, turns } of rows) {
    if (!allows(chatActions, action, status)) failed.push({ id, code: 'record.state' });
    else if (action === 'finish' && isRunning(id)) failed.push({ id, code: 'ai.reply_running' });
    else await endChat(trx, { id, turns, action }, call.ctx.clock());
  }
  if (action === 'block') for (const { id } of running) await call.ctx.bus.publish(trx, `ai-stop:${id}`);
  return { changed: rows.length - failed.length, failed };
}
