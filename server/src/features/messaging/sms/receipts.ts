import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { smsState, type SmsState, type SmsVendorName } from '@kaike/shared/domain/messaging/sms-state';
import type { Context } from '../../../core/context.ts';
import { clearBounces, markUndelivered } from '../../../core/messages/bounced-mobiles.ts';
import type { CallbackEndpoint } from '../../../core/messages/callback-endpoint.ts';

/** What became of one message. */
type Receipt = { message_id: string; is_delivered: boolean; reason: string };

type Sender = {
  vendor: SmsVendorName;
  /** Where the vendor pushes its receipts, before the secret. */
  path: string;
  read: (row: Record<string, unknown>) => Receipt;
  success: object;
};

const receiptBytes = 256 * 1024;
const limit = { max: 6000, seconds: 60 };
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The vendors that report. None signs its receipts: a secret in the address and known message ids stand for it. */
const senders: readonly Sender[] = [
  {
    vendor: 'aliyun',
    path: '/open/message-notify/aliyun-sms',
    read: ({ biz_id: id, success, err_code: code }) => ({
      message_id: textOf(id),
      is_delivered: success === true,
      reason: textOf(code),
    }),
    success: { code: 0, msg: 'ok' },
  },
  {
    vendor: 'tencent',
    path: '/open/message-notify/tencent-sms',
    read: ({ sid: id, report_status: status, errmsg: message }) => ({
      message_id: textOf(id),
      is_delivered: status === 'SUCCESS',
      reason: textOf(message),
    }),
    success: { result: 0, errmsg: 'OK' },
  },
];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

function readReceipts(sender: Sender, body: string): Receipt[] | null {
  try {
    const rows: unknown = JSON.parse(body);
    if (!Array.isArray(rows)) return null;
    return rows
      .filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
      .map((row) => sender.read(row));
  } catch {
    return null;
  }
}

type SettledMessage = { mobile_phone: string; state: SmsState };

/** Settles known messages and what their numbers are marked with; unknown ones and repeated receipts change nothing. */
async function settle(ctx: Context, vendor: SmsVendorName, receipts: readonly Receipt[]): Promise<void> {
  const rows = receipts.map(({ message_id: id, is_delivered, reason }) => ({
    id,
    state: is_delivered ? smsState.delivered : smsState.undelivered,
    reason: is_delivered ? '' : reason.slice(0, 100),
  }));
  const { rows: settled } =
    await sql<SettledMessage>`update sms_messages m set state = r.state, reason = r.reason, reported_at = ${ctx.clock()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, state smallint, reason text)
    where m.vendor = ${vendor} and m.message_id = r.id and m.message_id <> '' and m.state = ${smsState.accepted}
    returning m.mobile_phone, m.state`.execute(ctx.db);
  const numbers = (state: SmsState): string[] =>
    settled.filter((message) => message.state === state).map((message) => message.mobile_phone);
  await clearBounces(ctx.db, numbers(smsState.delivered));
  await markUndelivered(ctx.db, numbers(smsState.undelivered), ctx.clock());
}

export const smsReceiptCallbacks: readonly CallbackEndpoint[] = senders.map(({ path }) => ({
  method: 'POST',
  path: `${path}/:secret`,
  summary: 'Receipts of text messages',
  takes: ['application/json'],
  answers: {
    200: 'Taken, also when nothing is known of the messages',
    404: 'Another secret than in the settings, or none is set',
    422: 'Not a list of receipts',
    429: 'Too many requests; see Retry-After',
    500: 'Our fault; to be sent again',
  },
}));

/** The addresses where vendors report whether text messages arrived. */
export function mountSmsReceipts(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  const receive =
    (sender: Sender) => async (request: FastifyRequest<{ Params: { secret: string } }>, reply: FastifyReply) => {
      await ctx.limiter.take({ key: `message-notify|${request.ip}`, ...limit });
      const secret = await ctx.settings.get('sms_receipt_secret');
      if (secret === '' || !isSame(request.params.secret, secret)) return reply.code(404).send({});
      const receipts = readReceipts(sender, typeof request.body === 'string' ? request.body : '');
      if (!receipts) return reply.code(422).send({});
      await settle(ctx, sender.vendor, receipts);
      return reply.send(sender.success);
    };
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: receiptBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const base of ['', '/web-api'])
      for (const sender of senders) scope.post(`${base}${sender.path}/:secret`, receive(sender));
  });
}
