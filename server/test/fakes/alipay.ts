import { createPublicKey, sign, verify } from 'node:crypto';
import vectors from './vectors/alipay-rsa2.json' with { type: 'json' };
import { listen, type FakeRequest, type Listener, type FakeResponse, type Trouble } from './listen.ts';

type Trade = {
  out_trade_no: string;
  total_amount: string;
  notify_url: string;
  return_url: string;
  trade_no: string;
  status: string;
  paid_at: string;
};

export type AlipayFake = Listener & {
  trades: Map<string, Trade>;
  /** Refunded amounts by refund number. */
  refunds: Map<string, string>;
  refused: string[];
  /** `refusal`: the error every call gets; `is_signing`: whether responses are signed. */
  set: (changes: {
    trouble?: Trouble;
    refund_as?: 'done' | 'slow' | 'poor';
    refusal?: Record<string, string> | null;
    is_signing?: boolean;
  }) => void;
  /** The buyer opens the cashier, which creates the trade; the page's address must be signed. */
  visit: (url: string) => Trade;
  pay: (tradeNo: string) => void;
  /** A signed notice. With another `charset` than UTF-8 each character of `change` is a byte. */
  notice: (tradeNo: string, change?: Record<string, string>) => string;
  /** The buyer's return address. */
  returnUrl: (tradeNo: string) => string;
};

const ours = vectors.alipayPrivateKeyPkcs8Pem;
const theirs = createPublicKey(vectors.appPublicKeyPem);
const sellerId = '2088000000000001';

/** The settings of an application at this fake; the gateway is its address. */
export const alipaySettings = {
  alipay_appid: vectors.appId,
  alipay_private_key: vectors.appPrivateKeyPkcs8Pem,
  alipay_public_key: vectors.alipayPublicKeyPem,
  alipay_seller_id: sellerId,
  alipay_notify_url: 'https://kaike.example.com/api/open/pay-order/notify/alipay',
} as const;

/** Whether the application signed the parameters: written from the service's documentation, independent of the product's signer. */
export function isSignedByApp(params: URLSearchParams): boolean {
  const pairs = [...params.entries()].filter(([name, value]) => name !== 'sign' && value !== '');
  const text = pairs
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  return (
    params.get('app_id') === vectors.appId &&
    verify('sha256', Buffer.from(text), theirs, Buffer.from(params.get('sign') ?? '', 'base64'))
  );
}

function signParams(params: Record<string, string>, encoding: 'utf8' | 'latin1' = 'utf8'): Record<string, string> {
  const text = Object.entries(params)
    .filter(([name]) => name !== 'sign_type')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  return { ...params, sign: sign('sha256', Buffer.from(text, encoding), ours).toString('base64') };
}

/** A posted form of values with one character for each byte. */
const formOfBytes = (params: Record<string, string>): string =>
  Object.entries(params)
    .map(
      ([name, value]) =>
        `${name}=${value.replaceAll(/[^\w.-]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)}`,
    )
    .join('&');

/** The gateway's behaviour; unsigned requests are refused. */
function createBooks(clock: () => Date) {
  const [trades, refunds, refused] = [new Map<string, Trade>(), new Map<string, string>(), [] as string[]];
  const set = {
    trouble: 'none' as Trouble,
    refund_as: 'done',
    refusal: null as Record<string, string> | null,
    is_signing: true,
  };
  const beijing = (): string =>
    new Date(clock().getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

  function reply(method: string, content: Record<string, string>): FakeResponse {
    const text = JSON.stringify(content);
    const name = `${method.replaceAll('.', '_')}_response`;
    if (!set.is_signing) return { status: 200, type: 'text/html;charset=utf-8', body: `{"${name}":${text}}` };
    return {
      status: 200,
      type: 'text/html;charset=utf-8',
      body: `{"${name}":${text},"sign":"${sign('sha256', Buffer.from(text), ours).toString('base64')}"}`,
    };
  }
  /** Errors of the gateway itself are not signed. */
  const refuse = (content: Record<string, string>): FakeResponse => ({
    status: 200,
    type: 'text/html;charset=utf-8',
    body: JSON.stringify({ error_response: content }),
  });
  const success = { code: '10000', msg: 'Success' };
  const failure = (subCode: string, message: string = subCode) => ({
    code: '40004',
    msg: 'Business Failed',
    sub_code: subCode,
    sub_msg: message,
  });

  function refund(content: Record<string, string>, trade: Trade): Record<string, string> {
    if (trade.status !== 'TRADE_SUCCESS' && trade.status !== 'TRADE_CLOSED') return failure('ACQ.TRADE_STATUS_ERROR');
    if (set.refund_as === 'poor') return failure('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足');
    const number = content['out_request_no'] ?? '';
    const isNew = !refunds.has(number);
    if (set.refund_as === 'done') refunds.set(number, content['refund_amount'] ?? '');
    trade.status = 'TRADE_CLOSED';
    return {
      ...success,
      out_trade_no: trade.out_trade_no,
      trade_no: trade.trade_no,
      fund_change: isNew && set.refund_as === 'done' ? 'Y' : 'N',
      refund_fee: content['refund_amount'] ?? '',
    };
  }

  function work(method: string, content: Record<string, string>): Record<string, string> {
    const trade = trades.get(content['out_trade_no'] ?? '');
    if (!trade) return failure('ACQ.TRADE_NOT_EXIST', '交易不存在');
    const ids = { out_trade_no: trade.out_trade_no, trade_no: trade.trade_no };
    if (method === 'alipay.trade.query')
      return {
        ...success,
        ...ids,
        trade_status: trade.status,
        total_amount: trade.total_amount,
        ...(trade.paid_at ? { send_pay_date: trade.paid_at } : {}),
      };
    if (method === 'alipay.trade.refund') return refund(content, trade);
    if (method === 'alipay.trade.fastpay.refund.query') {
      const sum = refunds.get(content['out_request_no'] ?? '');
      return sum === undefined
        ? success
        : {
            ...success,
            ...ids,
            out_request_no: content['out_request_no'] ?? '',
            refund_amount: sum,
            refund_status: 'REFUND_SUCCESS',
          };
    }
    if (method !== 'alipay.trade.close')
      return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method' };
    if (trade.status !== 'WAIT_BUYER_PAY') return failure('ACQ.TRADE_STATUS_ERROR');
    trade.status = 'TRADE_CLOSED';
    return { ...success, ...ids };
  }

  function respond(request: FakeRequest): FakeResponse {
    const params = new URLSearchParams(`${request.url.search.slice(1)}&${request.body}`);
    const method = params.get('method') ?? '';
    if (!isSignedByApp(params)) {
      refused.push('signature');
      const subCode = params.get('app_id') === vectors.appId ? 'isv.invalid-signature' : 'isv.invalid-app-id';
      return refuse({ code: '40002', msg: 'Invalid Arguments', sub_code: subCode });
    }
    if (set.refusal) return refuse(set.refusal);
    return reply(method, work(method, JSON.parse(params.get('biz_content') ?? '{}') as Record<string, string>));
  }

  return { trades, refunds, refused, set, beijing, respond };
}

/** A fake of Alipay's gateway: checks requests, records trades, signs responses. */
export async function startAlipay(clock: () => Date): Promise<AlipayFake> {
  const { trades, refunds, refused, set, beijing, respond } = createBooks(clock);
  const listener = await listen(respond, () => set.trouble);
  let counter = 0;
  const find = (tradeNo: string): Trade => {
    const trade = trades.get(tradeNo);
    if (!trade) throw new Error('no such trade');
    return trade;
  };
  return {
    ...listener,
    trades,
    refunds,
    refused,
    set: (changes) => void Object.assign(set, changes),
    visit(url) {
      const params = new URL(url).searchParams;
      if (!isSignedByApp(params)) throw new Error('the cashier refuses the signature');
      const content = JSON.parse(params.get('biz_content') ?? '{}') as {
        out_trade_no: string;
        total_amount: string;
        product_code: string;
      };
      const existing = trades.get(content.out_trade_no);
      if (existing && existing.total_amount !== content.total_amount) throw new Error('ACQ.CONTEXT_INCONSISTENT');
      counter += 1;
      const trade = existing ?? {
        out_trade_no: content.out_trade_no,
        total_amount: content.total_amount,
        notify_url: params.get('notify_url') ?? '',
        return_url: params.get('return_url') ?? '',
        trade_no: `20260115220014${counter}`,
        status: 'WAIT_BUYER_PAY',
        paid_at: '',
      };
      trades.set(content.out_trade_no, trade);
      return trade;
    },
    pay: (tradeNo) => void Object.assign(find(tradeNo), { status: 'TRADE_SUCCESS', paid_at: beijing() }),
    notice(tradeNo, change = {}) {
      const trade = find(tradeNo);
      counter += 1;
      const { sign: forged, ...changed } = change;
      const isUtf8 = changed['charset'] === undefined;
      const unsigned = {
        notify_time: beijing(),
        notify_type: 'trade_status_sync',
        notify_id: `20260115${counter}`,
        app_id: vectors.appId,
        auth_app_id: vectors.appId,
        charset: 'utf-8',
        version: '1.0',
        sign_type: 'RSA2',
        seller_id: sellerId,
        trade_no: trade.trade_no,
        out_trade_no: trade.out_trade_no,
        trade_status: trade.status,
        total_amount: trade.total_amount,
        subject: '课程激活卡',
        gmt_payment: trade.paid_at,
        ...changed,
      };
      const params = signParams(unsigned, isUtf8 ? 'utf8' : 'latin1');
      const sent = forged === undefined ? params : { ...params, sign: forged };
      return isUtf8 ? new URLSearchParams(sent).toString() : formOfBytes(sent);
    },
    returnUrl(tradeNo) {
      const trade = find(tradeNo);
      const params = signParams({
        charset: 'utf-8',
        out_trade_no: trade.out_trade_no,
        method: 'alipay.trade.page.pay.return',
        total_amount: trade.total_amount,
        trade_no: trade.trade_no,
        auth_app_id: vectors.appId,
        version: '1.0',
        app_id: vectors.appId,
        sign_type: 'RSA2',
        seller_id: sellerId,
        timestamp: beijing(),
      });
      return `${trade.return_url}?${new URLSearchParams(params).toString()}`;
    },
  };
}
