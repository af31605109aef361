import { randomBytes } from 'node:crypto';
import { assert } from '../../core/app-error.ts';
import { objectOf, textOf } from '../call-service.ts';
import { beijingTime } from './beijing-time.ts';
import type {
  Invoice,
  NewRefund,
  NewTrade,
  PayNotice,
  NoticeRequest,
  PayProvider,
  RefundState,
  TradeState,
} from './port.ts';
import { createWechatClient, isCode, refusal, type CallWechat, type WechatPay } from './wechat-client.ts';
import { parseWechatNotice } from './wechat-notice.ts';
import { bridgeParams } from './wechat-sign.ts';

type WechatContext = WechatPay & { call: CallWechat; clock: () => Date };

const maxTitleLength = 127;
const states: Record<string, TradeState['state']> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  CLOSED: 'closed',
  REVOKED: 'closed',
};
const refundStates: Record<string, RefundState['state']> = { SUCCESS: 'done', PROCESSING: 'processing' };
const unknownTrade: TradeState = {
  state: 'unknown',
  channel_trade_no: null,
  amount: null,
  currency: null,
  paid_at: null,
};
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function readTrade(content: Record<string, unknown>): TradeState {
  const amount = objectOf(content, 'amount');
  const paidAt = textOf(content, 'success_time');
  return {
    state: states[textOf(content, 'trade_state')] ?? 'pending',
    channel_trade_no: textOf(content, 'transaction_id') || null,
    amount: number(amount['total']),
    currency: textOf(amount, 'currency') || 'CNY',
    paid_at: paidAt ? new Date(paidAt) : null,
  };
}

function readRefund(content: Record<string, unknown>, status: string): RefundState {
  return {
    state: refundStates[status] ?? 'failed',
    channel_refund_no: textOf(content, 'refund_id') || null,
    message: refundStates[status] ? '' : status,
    amount: number(objectOf(content, 'amount')['refund']),
  };
}

const payPaths = { wechat: 'jsapi', mobile: 'h5', desktop: 'native' } as const;

/** In WeChat its own cashier, on a phone a page, on a desktop a code to scan. */
async function open(context: WechatContext, trade: NewTrade): Promise<Invoice> {
  const { call, appid, mchid, notify_url, clock, origin } = context;
  const answer = await call('POST', `/v3/pay/transactions/${payPaths[trade.client]}`, {
    appid,
    mchid,
    description: [...trade.title].slice(0, maxTitleLength).join(''),
    out_trade_no: trade.trade_no,
    time_expire: `${beijingTime(trade.expire_at).replace(' ', 'T')}+08:00`,
    notify_url,
    amount: { total: trade.amount, currency: 'CNY' },
    ...(trade.client === 'wechat' ? { payer: { openid: trade.open_id ?? '' } } : {}),
    ...(trade.client === 'mobile' ? { scene_info: { payer_client_ip: trade.ip, h5_info: { type: 'Wap' } } } : {}),
  });
  if (answer.status !== 200) throw refusal(answer);
  if (trade.client === 'desktop') return { kind: 'qr', code_url: textOf(answer.body, 'code_url') };
  if (trade.client === 'mobile')
    return {
      kind: 'redirect',
      url: `${textOf(answer.body, 'h5_url')}&redirect_url=${encodeURIComponent(origin + trade.return_path)}`,
    };
  const timestamp = String(Math.floor(clock().getTime() / 1000));
  return {
    kind: 'bridge',
    params: bridgeParams(context, {
      prepay_id: textOf(answer.body, 'prepay_id'),
      timestamp,
      nonce: randomBytes(16).toString('hex'),
    }),
  };
}

async function query({ call, mchid, appid }: WechatContext, tradeNo: string): Promise<TradeState> {
  const answer = await call('GET', `/v3/pay/transactions/out-trade-no/${tradeNo}?mchid=${mchid}`);
  if (isCode(answer, 'ORDER_NOT_EXIST')) return unknownTrade;
  if (answer.status !== 200) throw refusal(answer);
  const isOurs =
    textOf(answer.body, 'mchid') === mchid &&
    textOf(answer.body, 'appid') === appid &&
    textOf(answer.body, 'out_trade_no') === tradeNo;
  assert(isOurs, 'pay.not_ours');
  return readTrade(answer.body);
}

/** Does nothing to a trade that is already paid or closed; the caller queries the final state afterwards. */
async function close({ call, mchid }: WechatContext, tradeNo: string): Promise<void> {
  const answer = await call('POST', `/v3/pay/transactions/out-trade-no/${tradeNo}/close`, { mchid });
  const isOver = isCode(answer, 'ORDER_NOT_EXIST', 'ORDER_CLOSED', 'ORDER_PAID');
  if (answer.status !== 204 && !isOver) throw refusal(answer);
}

async function refund(
  { call, notify_url }: WechatContext,
  { trade_no, refund_no, amount, total, reason }: NewRefund,
): Promise<RefundState> {
  const answer = await call('POST', '/v3/refund/domestic/refunds', {
    out_trade_no: trade_no,
    out_refund_no: refund_no,
    ...(reason ? { reason: [...reason].slice(0, 80).join('') } : {}),
    notify_url,
    amount: { refund: amount, total, currency: 'CNY' },
  });
  if (answer.status === 200) return readRefund(answer.body, textOf(answer.body, 'status'));
  return { state: 'failed', channel_refund_no: null, message: answer.message || answer.code, amount: null };
}

async function queryRefund({ call }: WechatContext, refundNo: string): Promise<RefundState | null> {
  const answer = await call('GET', `/v3/refund/domestic/refunds/${refundNo}`);
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw refusal(answer);
  return readRefund(answer.body, textOf(answer.body, 'status'));
}

function readNotice(context: WechatContext, request: NoticeRequest): PayNotice {
  const { id, event, content } = parseWechatNotice(context, request, context.clock());
  assert(id !== '' && textOf(content, 'mchid') === context.mchid, 'pay.not_ours');
  const notice = { id, trade_no: textOf(content, 'out_trade_no'), trade: null, refund: null, raw: content };
  if (event.startsWith('REFUND.')) {
    return {
      ...notice,
      refund: { ...readRefund(content, textOf(content, 'refund_status')), refund_no: textOf(content, 'out_refund_no') },
    };
  }
  if (!event.startsWith('TRANSACTION.')) return notice;
  assert(textOf(content, 'appid') === context.appid, 'pay.not_ours');
  return { ...notice, trade: readTrade(content) };
}

/** WeChat Pay, API v3. */
export function createWechatPay(config: WechatPay, clock: () => Date): PayProvider {
  const context: WechatContext = { ...config, clock, call: createWechatClient(config, clock) };
  return {
    wants_open_id: (client) => client === 'wechat',
    open: (trade) => open(context, trade),
    query: (tradeNo) => query(context, tradeNo),
    close: (tradeNo) => close(context, tradeNo),
    refund: (request) => refund(context, request),
    queryRefund: ({ refund_no }) => queryRefund(context, refund_no),
    readNotice: async (request) => readNotice(context, request),
    // The return address is unsigned and must not decide anything.
    readReturn: (params) => params['out_trade_no'] ?? '',
    answer: {
      accepted: { status: 204, type: 'text/plain', body: '' },
      refused: ({ status, code }) => ({
        status,
        type: 'application/json',
        body: JSON.stringify({ code: 'FAIL', message: code }),
      }),
    },
  };
}
