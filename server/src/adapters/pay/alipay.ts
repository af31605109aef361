import { AppError, assert } from '../../core/app-error.ts';
import { AdapterError } from '../../core/adapter-error.ts';
import { textOf } from '../call-service.ts';
import { alipayParams, alipayUrl, callAlipay, type AlipayAnswer, type AlipayApp } from './alipay-client.ts';
import { isFromAlipay, parseFormBytes, toFen, toYuan } from './alipay-sign.ts';
import { beijingTime, parseBeijingTime } from './beijing-time.ts';
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

export type Alipay = AlipayApp & {
  /** Empty to check the application only. */
  seller_id: string;
  notify_url: string;
  return_url: string;
  /** Origin of the product's own pages. */
  origin: string;
};

type AlipayContext = Alipay & { clock: () => Date };

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
    paid_at: parseBeijingTime(paidAt),
  };
}

/** Alipay's page, on desktops and phones; WeChat blocks it, so there it is not offered. */
function open(app: AlipayContext, trade: NewTrade): Invoice {
  const isPhone = trade.client !== 'desktop';
  const content = {
    out_trade_no: trade.trade_no,
    product_code: isPhone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
    total_amount: toYuan(trade.amount),
    subject: [...trade.title].slice(0, 128).join(''),
    ...(isPhone ? { quit_url: app.origin + trade.return_path } : {}),
    time_expire: beijingTime(trade.expire_at),
  };
  const method = isPhone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay';
  return {
    kind: 'redirect',
    url: alipayUrl(
      app,
      alipayParams(app, app.clock(), {
        method,
        content,
        extra_params: { notify_url: app.notify_url, return_url: app.return_url },
      }),
    ),
  };
}

async function query(app: AlipayContext, tradeNo: string): Promise<TradeState> {
  const answer = await callAlipay(app, app.clock(), {
    method: 'alipay.trade.query',
    content: { out_trade_no: tradeNo },
    is_safe: true,
  });
  // Alipay creates the trade only when the buyer logs in at its cashier.
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return unknownTrade;
  if (answer.code !== '10000') throw refusal(answer);
  assert(textOf(answer.body, 'out_trade_no') === tradeNo, 'pay.not_ours');
  return readTrade(answer.body, textOf(answer.body, 'send_pay_date'));
}

/** Does nothing to a trade that is paid or was never opened; the caller queries the final state afterwards. */
async function close(app: AlipayContext, tradeNo: string): Promise<void> {
  const answer = await callAlipay(app, app.clock(), {
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
  app: AlipayContext,
  { trade_no, refund_no }: Pick<NewRefund, 'trade_no' | 'refund_no'>,
): Promise<RefundState | null> {
  const answer = await callAlipay(app, app.clock(), {
    method: 'alipay.trade.fastpay.refund.query',
    content: { out_trade_no: trade_no, out_request_no: refund_no },
    is_safe: true,
  });
  if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return null;
  if (answer.code !== '10000') throw refusal(answer);
  // A response without a refund amount means that there is no refund.
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

async function refund(app: AlipayContext, request: NewRefund): Promise<RefundState> {
  const { trade_no, refund_no, amount, reason } = request;
  const content = {
    out_trade_no: trade_no,
    refund_amount: toYuan(amount),
    out_request_no: refund_no,
    ...(reason ? { refund_reason: [...reason].slice(0, 80).join('') } : {}),
  };
  const answer = await callAlipay(app, app.clock(), { method: 'alipay.trade.refund', content });
  if (answer.code !== '10000')
    return { state: 'failed', channel_refund_no: null, message: answer.message || answer.sub_code, amount: null };
  if (textOf(answer.body, 'fund_change') === 'Y')
    return { state: 'done', channel_refund_no: textOf(answer.body, 'trade_no') || null, message: '', amount };
  // This call moved no money: an earlier one did, or the refund is still processing.
  return (
    (await queryRefund(app, request)) ?? { state: 'processing', channel_refund_no: null, message: '', amount: null }
  );
}

function checkIsOurs(app: AlipayContext, params: Record<string, string>): void {
  const isOurs = params['app_id'] === app.app_id && (app.seller_id === '' || params['seller_id'] === app.seller_id);
  assert(isOurs, 'pay.not_ours');
}

/** Decodes the character set that a notice names, UTF-8 unless it names one. */
function decoderOf(charset: string): (bytes: Buffer) => string {
  try {
    const decoder = new TextDecoder(charset || 'utf-8');
    return (bytes) => decoder.decode(bytes);
  } catch (cause) {
    throw new AppError('pay.unknown_charset', { params: { charset }, cause });
  }
}

/** The parameters of a notice, whose signature is of the bytes as they were sent. */
function readParams(app: AlipayContext, body: Buffer): Record<string, string> {
  const bytes = parseFormBytes(body);
  assert(isFromAlipay(app.alipay_key, bytes, 'latin1'), 'pay.bad_signature');
  const decode = decoderOf(bytes['charset'] ?? '');
  return Object.fromEntries(Object.entries(bytes).map(([name, value]) => [name, decode(Buffer.from(value, 'latin1'))]));
}

function readNotice(app: AlipayContext, { body }: NoticeRequest): PayNotice {
  const params = readParams(app, body);
  checkIsOurs(app, params);
  const notice = {
    id: textOf(params, 'notify_id'),
    trade_no: textOf(params, 'out_trade_no'),
    trade: null,
    refund: null,
    raw: params,
  };
  assert(notice.id !== '', 'pay.not_ours');
  const [refunded, refundNo] = [textOf(params, 'refund_fee'), textOf(params, 'out_biz_no')];
  // Refunds are reported under the trade's status. The fee is the sum of all refunds, so this one must be queried.
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

/** Payments through Alipay's pages for desktops and phones. */
export function createAlipay(config: Alipay, clock: () => Date): PayProvider {
  const app: AlipayContext = { ...config, clock };
  return {
    wants_open_id: () => false,
    open: async (trade) => open(app, trade),
    query: (tradeNo) => query(app, tradeNo),
    close: (tradeNo) => close(app, tradeNo),
    refund: (request) => refund(app, request),
    queryRefund: (request) => queryRefund(app, request),
    readNotice: async (request) => readNotice(app, request),
    readReturn(params) {
      assert(isFromAlipay(app.alipay_key, params), 'pay.bad_signature');
      checkIsOurs(app, params);
      return params['out_trade_no'] ?? '';
    },
    // Alipay repeats the notice unless the body is exactly this word.
    answer: {
      accepted: { status: 200, type: 'text/plain', body: 'success' },
      refused: () => ({ status: 200, type: 'text/plain', body: 'fail' }),
    },
  };
}
