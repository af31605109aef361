import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import type { CallbackEndpoint } from '../../../core/messages/callback-endpoint.ts';
import { isSigned, parseWebhookSecret, type SignedMessage } from '../../../core/messages/standard-webhook.ts';
import { claimMessage } from '../../../core/messages/claim-message.ts';

const messageBytes = 256 * 1024;
const maxTextLength = 20_000;
const limit = { max: 6000, seconds: 60 };
/** Message status: 1 pending, 2 streaming, 3 done, 5 failed. Done and failed are final. */
const status = { pending: 1, streaming: 2, done: 3, failed: 5 } as const;

type CallbackBody = { type?: unknown; data?: Partial<Record<keyof Result, unknown>> };
type Result = { task_id: string; status: string; text: string; audio_url: string | null };

const textIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxTextLength) : '');
const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith('https://') && URL.canParse(value) ? value : null;

/** Parses a callback body; null when it is not one. */
function readResult(body: Buffer): { kind: string; result: Result } | null {
  try {
    const { type, data }: CallbackBody = JSON.parse(body.toString('utf8'));
    const [taskId, kind] = [textIn(data?.task_id), textIn(type).split('.')[0] ?? ''];
    if (taskId === '') return null;
    return {
      kind,
      result: {
        task_id: taskId,
        status: textIn(data?.status),
        text: textIn(data?.text),
        audio_url: webAddress(data?.audio_url),
      },
    };
  } catch {
    return null;
  }
}

/** Stores a result; results of jobs that were not started here are ignored. */
async function settle(
  trx: Db,
  kind: string,
  { task_id, status: taskStatus, text, audio_url }: Result,
  now: Date,
): Promise<void> {
  const isOpen = sql<boolean>`callback_id = ${task_id} and status in (${status.pending}, ${status.streaming})`;
  const update = trx.updateTable('ai_messages');
  if (taskStatus === 'failed' && kind === 'chat')
    await update.set({ status: status.failed, updated_at: now }).where(isOpen).execute();
  if (taskStatus !== 'succeeded') return;
  if (kind === 'chat')
    await update.set({ content: text, status: status.done, updated_at: now }).where(isOpen).execute();
  if (kind === 'read-text' && audio_url)
    await update
      .set({ audio_url, updated_at: now })
      .where('callback_id', '=', task_id)
      .where('audio_url', 'is', null)
      .execute();
  if (kind === 'transcription')
    await update
      .set({ stt_text: text, updated_at: now })
      .where('callback_id', '=', task_id)
      .where('stt_text', 'is', null)
      .execute();
}

/** Handles a callback of an AI service: recently signed, processed once. Returns the HTTP status to respond with. */
export async function receiveCallback(ctx: Context, message: SignedMessage): Promise<204 | 401> {
  const now = ctx.clock();
  const key = parseWebhookSecret(await ctx.settings.get('ai_callback_secret'));
  if (!key || !isSigned(key, message, now)) return 401;
  const read = readResult(message.body);
  const messageId = [message.headers['webhook-id'] ?? ''].flat()[0] ?? '';
  await ctx.db.transaction().execute(async (trx) => {
    if (read && (await claimMessage(trx, { sender: 'ai', message_id: messageId, now })))
      await settle(trx, read.kind, read.result, now);
  });
  return 204;
}

const address = '/open/ai-messages/callback-notification';

export const aiCallbacks: readonly CallbackEndpoint[] = [
  {
    method: 'POST',
    path: address,
    summary: 'An AI service tells the result of a long job',
    takes: ['application/json'],
    headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    answers: {
      204: 'Taken',
      401: 'Not signed, or not lately',
      429: 'Too many requests; see Retry-After',
      500: 'Our fault; to be sent again',
    },
  },
];

/** Mounts the callback endpoint; the signature covers the raw body, so it is not parsed before. */
export function mountAiCallback(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: messageBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const base of ['', '/web-api']) {
      scope.post(base + address, async (request, reply) => {
        await ctx.limiter.take({ key: `ai-callback|${request.ip}`, ...limit });
        const code = await receiveCallback(ctx, {
          headers: request.headers,
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        });
        return reply.code(code).send();
      });
    }
  });
}
