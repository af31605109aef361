import type { FastifyInstance } from 'fastify';
import { payChannels, type PayChannel } from '@kaike/shared/domain/commerce/order-status';
import type { PayNotice, NoticeAnswer, NoticeRequest } from '../../../adapters/pay/port.ts';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/app-error.ts';
import type { CallbackEndpoint } from '../../../core/messages/callback-endpoint.ts';
import { recordMissingKey } from './missing-key.ts';
import { settleRefund } from './refunds/refund-order.ts';
import { settlePayment } from './settle-payment.ts';

const noticeBytes = 256 * 1024;
/** Channels send in bursts, and from few addresses. */
const limit = { max: 6000, seconds: 60 };

const isChannel = (type: string): type is PayChannel => payChannels.some((channel) => channel === type);

async function settle(ctx: Context, channel: PayChannel, notice: PayNotice): Promise<void> {
  const { id, trade_no, trade, refund, raw } = notice;
  if (trade?.state === 'paid') await settlePayment(ctx, { channel, trade_no, state: trade, raw, message_id: id });
  if (refund) await settleRefund(ctx, { channel, trade_no, refund_no: refund.refund_no, state: refund });
}

/**
 * Handles a channel's notice: verified, then settled like every payment. Unknown, unsigned or invalid notices are refused;
 * the channel repeats what was not accepted.
 */
export async function receiveNotice(ctx: Context, type: string, request: NoticeRequest): Promise<NoticeAnswer> {
  const provider = isChannel(type) ? await ctx.adapters.pay.find(type) : null;
  if (!provider || !isChannel(type)) throw new AppError('request.not_found');
  try {
    const notice = await provider.readNotice(request);
    await settle(ctx, type, notice);
    return provider.answer.accepted;
  } catch (error) {
    // A repeat would fail again: a differing amount was recorded and needs an administrator.
    if (error instanceof AppError && error.code === 'pay.amount_mismatch') {
      ctx.log.error({ channel: type }, 'a payment differs from its order');
      return provider.answer.accepted;
    }
    if (!(error instanceof AppError)) throw error;
    const { serial } = error.details.params ?? {};
    if (error.code === 'pay.unknown_key') await recordMissingKey(ctx, String(serial));
    ctx.log.warn({ channel: type, code: error.code, ...error.details.params }, 'payment notice refused');
    return provider.answer.refused(error);
  }
}

const address = '/open/pay-order/notify/:type';

export const payCallbacks: readonly CallbackEndpoint[] = [
  {
    method: 'POST',
    path: address,
    summary: 'A payment channel tells of a payment or a refund',
    takes: ['application/json', 'application/x-www-form-urlencoded'],
    answers: {
      200: 'Alipay: success when taken, fail when refused',
      204: 'Taken',
      401: 'Not signed by the channel, or with a key that the settings lack',
      403: 'Of another merchant',
      404: 'No such channel here, or no such order',
      429: 'Too many requests; see Retry-After',
      500: 'Our fault; to be sent again',
    },
  },
];

/** Mounts the notice endpoints; signatures cover the raw body, so it is not parsed before. */
export function mountPayCallbacks(app: FastifyInstance, { ctx }: { ctx: Context }): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: noticeBytes }, (_request, body, done) =>
      done(null, body),
    );
    for (const base of ['', '/web-api']) {
      scope.post<{ Params: { type: string } }>(base + address, async (request, reply) => {
        await ctx.limiter.take({ key: `pay-notify|${request.ip}`, ...limit });
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const answer = await receiveNotice(ctx, request.params.type, { headers: request.headers, body });
        return reply.code(answer.status).type(answer.type).send(answer.body);
      });
    }
  });
}
