import { assert } from '../../core/app-error.ts';
import { AdapterError } from '../adapter-error.ts';
import { textOf } from '../ask-service.ts';
import { alipayParams, alipayUrl, askAlipay, type AlipayAnswer, type AlipayApp } from './alipay-client.ts';
import { isFromAlipay, toFen, toYuan } from './alipay-sign.ts';
import { beijingTime, readBeijingTime } from './beijing-time.ts';
import type {
  Invoice,
  NewRefund,
  NewTrade,
  Notice,
  NoticeRequest,
  PayProvider,
  RefundState,
  TradeState,
} from './port.ts';

export type Alipay = AlipayApp & {
  /** Empty when only the application is checked. */
  seller_id: string;
  notify_url: string;
  return_url: string;
  /** Origin of the product's own pages. */
  origin: string;
};

type Given = Alipay & { clock: () => Date };

const states: Record<string, TradeState['state']> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};
const unknownTrade: TradeState = {
  state: 'unknown',
  channel_trade_no: null,
  amount: null,
  currency: null,
  paid_at: null,
};

const refusal = (answer: AlipayAnswer): AdapterError =>
  new AdapterError('rejected', { reason: answer.sub_code || answer.code, cause: answer.message });

function readTrade(content: Record<string, unknown>, paidAt: string): TradeState {
  return {
    state: states[textOf(content, 'trade_status')] ?? 'pending',
    channel_trade_no: textOf(content, 'trade_no') || null,
    amount: toFen(textOf(content, 'total_amount')),
    currency: textOf(content, 'trans_currency') || 'CNY',
    paid_at: readBeijingTime(paidAt),
  };
}

/** A page of Alipay's at a desk and on a phone; inside the messenger it cannot be opened and is not offered. */
function open(given: Given, trade: NewTrade): Invoice {
  const isPhone = trade.client !== 'desktop';
  const content = {
    out_trade_no: trade.trade_no,
    product_code: isPhone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
    total_amount: toYuan(trade.amount),
    subject: [...trade.title].slice(0, 128).join(''),
    ...(isPhone ? { quit_url: given.origin + trade.return_path } : {}),
    time_expire: beijingTime(trade.expire_at),
  };
  const method = isPhone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay';
  return {
    kind: 'redirect',
    url: alipayUrl(
      given,
      alipayParams(given, given.clock(), {
        method,
        content,
        further: { notify_url: given.notify_url, return_url: given.return_url },
      }),
    ),
  };
}

async function query(given: Given, tradeNo: string): Promise<TradeState> {
  const answer = await askAlipay(given, given.clock(), {
    method: 'alipay.trade.query',
    content: { out_trade_no: tradeNo },
    is_safe: true,
  });
  // A trade comes to be when the buyer logs in at the cashier.
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return unknownTrade;
  if (answer.code !== '10000') throw refusal(answer);
  assert(textOf(answer.body, 'out_trade_no') === tradeNo, 'pay.not_ours');
  return readTrade(answer.body, textOf(answer.body, 'send_pay_date'));
}

/** What is paid or was never opened stays as it is; who closes asks afterwards how it ended. */
async function close(given: Given, tradeNo: string): Promise<void> {
  const answer = await askAlipay(given, given.clock(), {
    method: 'alipay.trade.close',
    content: { out_trade_no: tradeNo },
    is_safe: true,
  });
  const isOver = [
    'ACQ.TRADE_NOT_EXIST',
    'ACQ.TRADE_STATUS_ERROR',
    'ACQ.TRADE_HAS_CLOSE',
    'ACQ.TRADE_HAS_SUCCESS',
    'ACQ.REASON_TRADE_STATUS_INVALID',
  ].includes(answer.sub_code);
  if (answer.code !== '10000' && !isOver) throw refusal(answer);
}

async function queryRefund(
  given: Given,
  { trade_no, refund_no }: Pick<NewRefund, 'trade_no' | 'refund_no'>,
): Promise<RefundState | null> {
  const answer = await askAlipay(given, given.clock(), {
    method: 'alipay.trade.fastpay.refund.query',
    content: { out_trade_no: trade_no, out_request_no: refund_no },
    is_safe: true,
  });
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return null;
  if (answer.code !== '10000') throw refusal(answer);
  // An answer without a refund is how it says that there is none.
  const amount = toFen(textOf(answer.body, 'refund_amount'));
  if (amount === null) return null;
  const status = textOf(answer.body, 'refund_status');
  return {
    state: status === '' || status === 'REFUND_SUCCESS' ? 'done' : 'processing',
    channel_refund_no: textOf(answer.body, 'trade_no') || null,
    message: '',
    amount,
  };
}

async function refund(given: Given, wish: NewRefund): Promise<RefundState> {
  const { trade_no, refund_no, amount, reason } = wish;
  const content = {
    out_trade_no: trade_no,
    refund_amount: toYuan(amount),
    out_request_no: refund_no,
    ...(reason ? { refund_reason: [...reason].slice(0, 80).join('') } : {}),
  };
  const answer = await askAlipay(given, given.clock(), { method: 'alipay.trade.refund', content });
  if (answer.code !== '10000')
    return { state: 'failed', channel_refund_no: null, message: answer.message || answer.sub_code, amount: null };
  if (textOf(answer.body, 'fund_change') === 'Y')
    return { state: 'done', channel_refund_no: textOf(answer.body, 'trade_no') || null, message: '', amount };
  // No money moved by this call: an earlier one did it, or it is still moving.
  return (
    (await queryRefund(given, wish)) ?? { state: 'processing', channel_refund_no: null, message: '', amount: null }
  );
}

function check(given: Given, params: Record<string, string>): void {
  assert(isFromAlipay(given.alipay_key, params), 'pay.bad_signature');
  const isOurs =
    params['app_id'] === given.app_id && (given.seller_id === '' || params['seller_id'] === given.seller_id);
  assert(isOurs, 'pay.not_ours');
}

function readNotice(given: Given, { body }: NoticeRequest): Notice {
  const params = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  check(given, params);
  const notice = {
    id: textOf(params, 'notify_id'),
    trade_no: textOf(params, 'out_trade_no'),
    trade: null,
    refund: null,
    raw: params,
  };
  assert(notice.id !== '', 'pay.not_ours');
  const [refunded, refundNo] = [textOf(params, 'refund_fee'), textOf(params, 'out_biz_no')];
  // Told under the trade's own status. The fee is the sum of all refunds, so that the channel is asked for this one.
  if (refunded !== '' || refundNo !== '') {
    return {
      ...notice,
      refund:
        refundNo === ''
          ? null
          : { state: 'processing', channel_refund_no: null, message: '', amount: null, refund_no: refundNo },
    };
  }
  return { ...notice, trade: readTrade(params, textOf(params, 'gmt_payment')) };
}

/** Alipay's pages for desks and phones. */
export function createAlipay(config: Alipay, clock: () => Date): PayProvider {
  const given: Given = { ...config, clock };
  return {
    wants_open_id: () => false,
    open: async (trade) => open(given, trade),
    query: (tradeNo) => query(given, tradeNo),
    close: (tradeNo) => close(given, tradeNo),
    refund: (wish) => refund(given, wish),
    queryRefund: (wish) => queryRefund(given, wish),
    readNotice: async (request) => readNotice(given, request),
    readReturn(back) {
      check(given, back);
      return back['out_trade_no'] ?? '';
    },
    // Anything but this one word, and no other, is told again.
    answer: {
      taken: { status: 200, type: 'text/plain', body: 'success' },
      refused: () => ({ status: 200, type: 'text/plain', body: 'fail' }),
    },
  };
}
