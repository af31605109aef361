import { switchStatus } from '@kaike/shared/domain/courses/course-status';
import { webhookMessageState, webhookPauses, type WebhookMessageState } from '@kaike/shared/domain/site/webhook';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Context } from '../../core/context.ts';
import { addJob } from '../../core/job.ts';
import { signMessage } from '../../core/messages/standard-webhook.ts';
import { webhookKey } from './webhook-secret.ts';

const timeoutMs = 15_000;
const { waiting, delivered, failed } = webhookMessageState;

type Outcome = { status: number | null; error: string };

const readMessage = ({ db }: Context, id: number) =>
  db
    .selectFrom('webhook_messages as m')
    .innerJoin('webhooks as w', 'w.id', 'm.webhook_id')
    .select(['m.id', 'm.message_id', 'm.body', 'm.attempts', 'w.url', 'w.code', 'w.secret', 'w.status', 'w.deleted_at'])
    .where('m.id', '=', id)
    .where('m.state', '=', waiting)
    .executeTakeFirst();

type Message = NonNullable<Awaited<ReturnType<typeof readMessage>>>;

/** One attempt; never throws for what the receiver did. */
async function attempt(ctx: Context, { url, message_id: id, body, ...sealed }: Message): Promise<Outcome> {
  const key = webhookKey(ctx.secrets, sealed);
  const seconds = Math.floor(ctx.clock().getTime() / 1000);
  try {
    const { status } = await ctx.adapters.outgoing.fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'kaike',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signMessage(key, { id, seconds, body }),
      },
      body,
    });
    return { status, error: status >= 200 && status < 300 ? '' : `HTTP ${status}` };
  } catch (error) {
    if (error instanceof AdapterError) return { status: null, error: error.reason ?? error.code };
    return { status: null, error: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network' };
  }
}

/** What follows from an attempt: delivered, another one later, or failed. */
function nextState(
  outcome: Outcome,
  attempts: number,
  now: Date,
): { state: WebhookMessageState; next_at: Date | null } {
  if (outcome.error === '') return { state: delivered, next_at: null };
  const pause = webhookPauses[attempts - 1];
  return pause === undefined
    ? { state: failed, next_at: null }
    : { state: waiting, next_at: new Date(now.getTime() + pause * 1000) };
}

/**
 * Sends a message that waits, and puts it off when the receiver does not take it. A kill between the answer and the commit
 * sends it once more, with the same id.
 */
export async function sendWebhook(ctx: Context, id: number): Promise<void> {
  const message = await readMessage(ctx, id);
  if (!message) return;
  const isOff = message.deleted_at !== null || message.status !== switchStatus.on;
  const outcome = isOff ? { status: null, error: 'switched_off' } : await attempt(ctx, message);
  const now = ctx.clock();
  const attempts = message.attempts + 1;
  const next = isOff ? { state: failed, next_at: null } : nextState(outcome, attempts, now);
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('webhook_messages')
      .set({
        ...next,
        attempts,
        last_status: outcome.status,
        last_error: outcome.error,
        delivered_at: next.state === delivered ? now : null,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute();
    if (next.next_at) await addJob(trx, 'send-webhook', { id }, { key: `webhook:${id}`, run_at: next.next_at });
  });
}
