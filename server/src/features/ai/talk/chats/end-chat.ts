import { sql } from 'kysely';
import { chatActions, chatStatus, reportState, reportTurns, summaryState } from '@kaike/shared/domain/ai/chat-status';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { addJob, jobPriority } from '../../../../core/job.ts';
import type { Db } from '../../../../db/pool.ts';

declare module '../../../../core/job.ts' {
  interface JobPayloads {
    'write-talk-report': { chat_id: number };
    'remember-talk': { chat_id: number };
    'sum-up-talk': { chat_id: number };
  }
}

type Ending = { id: number; turns: number; action: 'finish' | 'expire' | 'block' };

/** Ends an active talk, with a report if it is long enough and was not blocked. The caller has locked it. */
export async function endChat(trx: Db, { id, turns, action }: Ending, now: Date): Promise<void> {
  const isReported = action !== 'block' && turns >= (action === 'finish' ? 1 : reportTurns);
  const { rows } = await sql<{
    summary_state: number;
  }>`update ai_chats set status = ${chatActions[action].to}, ended_at = ${now}, updated_at = ${now},
    report_state = ${isReported ? reportState.waiting : reportState.none} ,
    summary_state = case when ${isReported} and provider <> ${scriptProvider} then ${summaryState.waiting}::smallint else ${summaryState.none}::smallint end
    where id = ${id} and status = ${chatStatus.active} returning summary_state`.execute(trx);
  if (isReported)
    await addJob(trx, 'write-talk-report', { chat_id: id }, { key: `talk-report:${id}`, priority: jobPriority.first });
  if (rows[0]?.summary_state === summaryState.waiting)
    await addJob(trx, 'sum-up-talk', { chat_id: id }, { key: `talk-summary:${id}`, priority: jobPriority.later });
  if (isReported && action === 'finish')
    await addJob(trx, 'remember-talk', { chat_id: id }, { key: `talk-memory:${id}`, priority: jobPriority.later });
}
