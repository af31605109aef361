import { sql } from 'kysely';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import {
  webhookDelivery,
  webhookFailuresBeforePause,
  webhookMessageState,
  webhookPauses,
  webhookReceiverPauses,
  type WebhookMessageState,
} from '@kaike/shared/domain/system/webhook';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { Context } from '../../../core/context.ts';
import { signMessage } from '../../../core/messages/standard-webhook.ts';
import { abandonAll, abandonOldest } from './abandon-messages.ts';
import { wakeWebhook } from './wake-webhook.ts';
import { webhookKey } from './webhook-secret.ts';

const timeoutMs = 15_000;
/** Messages of one run; what remains is sent by the next, so that other webhooks get a turn. */
const atOnce = 100;
const { waiting, delivered, failed } = webhookMessageState;

type Outcome = { status: number | null; error: string };

const readWebhook = ({ db }: Context, id: number) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'code', 'secret', 'status', 'failures', 'failing_since', 'paused_until', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst();

type Webhook = NonNullable<Awaited<ReturnType<typeof readWebhook>>>;

const readNextMessage = ({ db, clock }: Context, webhookId: number) =>
  db
    .selectFrom('webhook_messages')
    .select(['id', 'message_id', 'body', 'attempts'])
    .where('webhook_id', '=', webhookId)
    .where('state', '=', waiting)
    .where((eb) => eb.or([eb('next_at', 'is', null), eb('next_at', '<=', clock())]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

type Message = NonNullable<Awaited<ReturnType<typeof readNextMessage>>>;

/** One attempt; never throws for what the receiver did. */
async function attempt(ctx: Context, { url, ...sealed }: Webhook, { message_id: id, body }: Message): Promise<Outcome> {
  const key = webhookKey(ctx.secrets, sealed);
  const seconds = Math.floor(ctx.clock().getTime() / 1000);
  try {
    const response = await ctx.adapters.outgoing.fetch(url, {
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
    const { status } = response;
    // Nothing of it is read, however long it is.
    await response.body?.cancel().catch(() => undefined);
    return { status, error: status >= 200 && status < 300 ? '' : `HTTP ${status}` };
  } catch (error) {
    if (error instanceof AdapterError) return { status: null, error: error.reason ?? error.code };
    return { status: null, error: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network' };
  }
}

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** What follows from an attempt: delivered, another one later, or failed. */
function nextState(
  outcome: Outcome,
  attempts: number,
  now: Date,
): { state: WebhookMessageState; next_at: Date | null } {
  if (outcome.error === '') return { state: delivered, next_at: null };
  const pause = webhookPauses[attempts - 1];
  return pause === undefined ? { state: failed, next_at: null } : { state: waiting, next_at: later(now, pause) };
}

/** How a receiver that failed once more is treated: after several failures it is left alone, each time longer. */
function nextDelivery({ failures: before, failing_since: since }: Webhook, { error }: Outcome, now: Date) {
  const failures = before + 1;
  const pauses = failures - webhookFailuresBeforePause;
  const pause = webhookReceiverPauses[Math.min(pauses, webhookReceiverPauses.length - 1)];
  return {
    failures,
    failing_since: since ?? now,
    last_error: error,
    ...(pause === undefined
      ? { delivery: webhookDelivery.failing, paused_until: null }
      : { delivery: webhookDelivery.paused, paused_until: later(now, pause) }),
  };
}

const recovered = {
  delivery: webhookDelivery.fine,
  failures: 0,
  failing_since: null,
  paused_until: null,
  last_error: '',
  given_up: 0,
};

/** Stores what became of an attempt, for the message and its receiver; a receiver that is back gets what waited at once. */
async function settle(ctx: Context, webhook: Webhook, message: Message, outcome: Outcome): Promise<void> {
  const now = ctx.clock();
  const attempts = message.attempts + 1;
  const next = nextState(outcome, attempts, now);
  const isBack = next.state === delivered && webhook.failures > 0;
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
      .where('id', '=', message.id)
      .execute();
    if (isBack)
      await trx
        .updateTable('webhook_messages')
        .set({ next_at: null })
        .where('webhook_id', '=', webhook.id)
        .where('state', '=', waiting)
        .where('next_at', 'is not', null)
        .execute();
    if (isBack || next.state !== delivered)
      await trx
        .updateTable('webhooks')
        .set(isBack ? recovered : nextDelivery(webhook, outcome, now))
        .where('id', '=', webhook.id)
        .execute();
  });
}

/** When the next of what waits may be sent; null when nothing waits. */
async function findNextMoment({ db }: Context, webhookId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(coalesce(next_at, queued_at)) as at from webhook_messages
    where webhook_id = ${webhookId} and state = ${waiting}`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Sends what waits for a webhook, the oldest first, until nothing is due, an attempt fails or others should have a turn; what
 * remains has its next job. A kill between an answer and its commit sends that message once more, with the same id.
 */
export async function sendWebhook(ctx: Context, webhookId: number): Promise<void> {
  for (let count = 0; count < atOnce; count += 1) {
    const webhook = await readWebhook(ctx, webhookId);
    if (!webhook) return;
    if (webhook.deleted_at !== null || webhook.status !== switchStatus.on) return abandonAll(ctx, webhookId);
    const { paused_until } = webhook;
    if (paused_until && paused_until > ctx.clock())
      return wakeWebhook(ctx.db, webhookId, { at: paused_until, is_failing: true });
    if (count === 0) await abandonOldest(ctx, webhookId);
    const message = await readNextMessage(ctx, webhookId);
    if (!message) {
      const at = await findNextMoment(ctx, webhookId);
      return at ? wakeWebhook(ctx.db, webhookId, { at, is_failing: true }) : undefined;
    }
    const outcome = await attempt(ctx, webhook, message);
    await settle(ctx, webhook, message, outcome);
    if (outcome.error !== '') return wakeWebhook(ctx.db, webhookId, { is_failing: true });
  }
  await wakeWebhook(ctx.db, webhookId);
}
