import { sql } from 'kysely';
import { webhookMaxWaiting, webhookMaxWaitSeconds, webhookMessageState } from '@kaike/shared/domain/system/webhook';
import type { Context } from '../../../core/context.ts';

const { waiting, failed } = webhookMessageState;

/** Gives up everything that waits for a webhook that was switched off. The messages stay, and can be replayed. */
export async function abandonAll({ db, clock }: Context, webhookId: number): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set({ state: failed, next_at: null, last_error: 'switched_off', updated_at: clock() })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', waiting)
    .execute();
}

/**
 * Gives up what has waited for too long, and the oldest where too many wait: a receiver that is away for good fills no disk.
 * The webhook counts them; the messages stay for their 90 days, and can be replayed.
 */
export async function abandonOldest({ db, clock }: Context, webhookId: number): Promise<void> {
  const now = clock();
  const expired = new Date(now.getTime() - webhookMaxWaitSeconds * 1000);
  const { rows } = await sql<{ count: number }>`with over as (
      select id from webhook_messages where webhook_id = ${webhookId} and state = ${waiting}
      order by id desc offset ${webhookMaxWaiting} limit 1
    ), given_up as (
      update webhook_messages m set state = ${failed}, next_at = null, updated_at = ${now},
        last_error = case when m.queued_at < ${expired} then 'expired' else 'overflow' end
      where m.webhook_id = ${webhookId} and m.state = ${waiting}
        and (m.id <= (select id from over) or m.queued_at < ${expired}) returning 1
    ) select count(*)::int as count from given_up`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    await db
      .updateTable('webhooks')
      .set((eb) => ({ given_up: eb('given_up', '+', count) }))
      .where('id', '=', webhookId)
      .execute();
}
