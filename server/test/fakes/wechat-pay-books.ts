import { createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import vectors from './vectors/wechatpay-v3.json' with { type: 'json' };
import type { FakeRequest, FakeResponse, Trouble } from './listen.ts';

type TradeRequest = {
  appid: string;
  mchid: string;
  description: string;
  out_trade_no: string;
  time_expire: string;
  notify_url: string;
  amount: { total: number; currency: string };
  payer?: { openid: string };
  scene_info?: { payer_client_ip: string };
};
export type Trade = TradeRequest & {
  kind: string;
  state: string;
  transaction_id: string;
  success_time: string;
  request: string;
};
export type Refund = {
  out_refund_no: string;
  out_trade_no: string;
  refund_id: string;
  status: string;
  amount: { refund: number; total: number };
};

export type Books = {
  trades: Map<string, Trade>;
  refunds: Map<string, Refund>;
  /** Reasons of refused requests. */
  refused: string[];
  /** `refusal`: the error every authentic call gets; `is_signing_errors`: whether errors are signed, as successes always are. */
  set: {
    trouble: Trouble;
    refund_as: string;
    refusal: { status: number; code: string } | null;
    is_signing_errors: boolean;
  };
  answer: (call: FakeRequest) => FakeResponse;
};

/** The public half of the merchant's key, which is all that WeChat Pay has. */
const merchantKey = createPublicKey(vectors.merchantPrivateKeyPem);
const toleranceSec = 300;

/** Why a request is not authentic; null when it is. Written from the service's documentation, independent of the product's signer. */
export function whyRefused(call: FakeRequest, { now, seen }: { now: Date; seen: Set<string> }): string | null {
  const [scheme = '', rest = ''] = (call.headers.authorization ?? '').split(/ (.*)/s);
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048') return 'scheme';
  const parts = Object.fromEntries(
    rest.split(',').map((part) => /^(\w+)="(.*)"$/s.exec(part.trim())?.slice(1, 3) ?? ['', '']),
  );
  if (parts['mchid'] !== vectors.mchid || parts['serial_no'] !== vectors.merchantCertSerial) return 'merchant';
  if (Math.abs(now.getTime() / 1000 - Number(parts['timestamp'])) > toleranceSec) return 'timestamp';
  if (seen.has(parts['nonce_str'])) return 'nonce';
  seen.add(parts['nonce_str']);
  const lines = [call.method, call.path, parts['timestamp'], parts['nonce_str'], call.body, ''].join('\n');
  return verify('sha256', Buffer.from(lines), merchantKey, Buffer.from(parts['signature'] ?? '', 'base64'))
    ? null
    : 'signature';
}

const rules: readonly [name: string, isWrong: (request: TradeRequest) => boolean][] = [
  ['out_trade_no', (request) => !/^[0-9A-Za-z_\-|*]{6,32}$/.test(request.out_trade_no)],
  ['description', (request) => !request.description || [...request.description].length > 127],
  [
    'amount',
    (request) =>
      !Number.isInteger(request.amount.total) || request.amount.total < 1 || request.amount.currency !== 'CNY',
  ],
  ['notify_url', (request) => !/^https:\/\/[^?]+$/.test(request.notify_url)],
  ['time_expire', (request) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(request.time_expire)],
  ['mchid', (request) => request.mchid !== vectors.mchid || request.appid !== vectors.appid],
];
const kindRules: Record<string, (request: TradeRequest) => string | null> = {
  jsapi: (request) => (request.payer?.openid ? null : 'payer'),
  h5: (request) => (request.scene_info ? null : 'scene_info'),
  native: () => null,
};

/** A payment as the service returns it. */
export const tradeBody = (trade: Trade) => ({
  appid: trade.appid,
  mchid: trade.mchid,
  out_trade_no: trade.out_trade_no,
  trade_state: trade.state,
  trade_state_desc: '',
  amount: { ...trade.amount, payer_total: trade.amount.total, payer_currency: 'CNY' },
  ...(trade.success_time
    ? {
        transaction_id: trade.transaction_id,
        trade_type: trade.kind.toUpperCase(),
        success_time: trade.success_time,
        payer: { openid: trade.payer?.openid ?? 'o1' },
      }
    : {}),
});

/** The key that signs unless another is named: WeChat Pay's public key. */
const publicKey = { serial: vectors.platformKeyId, key: vectors.platformPrivateKeyPem };

/** A response signed by the service. */
export function signed(
  now: Date,
  status: number,
  content: object | null,
  { serial, key }: { serial: string; key: string } = publicKey,
): FakeResponse {
  const body = content === null ? '' : JSON.stringify(content);
  const [timestamp, nonce] = [String(Math.floor(now.getTime() / 1000)), randomBytes(16).toString('hex')];
  const signature = sign('sha256', Buffer.from([timestamp, nonce, body, ''].join('\n')), key).toString('base64');
  return {
    status,
    body,
    headers: {
      'Request-Id': `req-${nonce}`,
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': serial,
      'Wechatpay-Signature': signature,
    },
  };
}

/** The service's behaviour; requests that are not authentic are refused. */
export function createBooks(clock: () => Date): Books {
  const [trades, refunds, seen, refused] = [
    new Map<string, Trade>(),
    new Map<string, Refund>(),
    new Set<string>(),
    [] as string[],
  ];
  const set: Books['set'] = { trouble: 'none', refund_as: 'SUCCESS', refusal: null, is_signing_errors: true };
  let counter = 0;
  const say = (status: number, content: object | null): FakeResponse => signed(clock(), status, content);
  function no(status: number, code: string, message: string = code): FakeResponse {
    const response = say(status, { code, message });
    return set.is_signing_errors ? response : { status, body: response.body };
  }

  function reopen(existing: Trade, kind: string, text: string): FakeResponse | null {
    if (existing.kind !== kind || existing.request !== text) return no(403, 'OUT_TRADE_NO_USED');
    return existing.state === 'NOTPAY' ? null : no(400, existing.state === 'CLOSED' ? 'ORDER_CLOSED' : 'ORDERPAID');
  }

  function open(kind: string, text: string): FakeResponse {
    const request = JSON.parse(text) as TradeRequest;
    const wrong = rules.find(([, isWrong]) => isWrong(request))?.[0] ?? kindRules[kind]?.(request);
    if (wrong) return no(400, 'PARAM_ERROR', wrong);
    const existing = trades.get(request.out_trade_no);
    const refusal = existing ? reopen(existing, kind, text) : null;
    if (refusal) return refusal;
    counter += 1;
    trades.set(
      request.out_trade_no,
      existing ?? {
        ...request,
        kind,
        request: text,
        state: 'NOTPAY',
        transaction_id: `42000012342026${String(counter).padStart(12, '0')}`,
        success_time: '',
      },
    );
    if (kind === 'native') return say(200, { code_url: `weixin://wxpay/bizpayurl?pr=${counter}` });
    return say(
      200,
      kind === 'h5'
        ? { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${counter}&package=${counter}` }
        : { prepay_id: `wx${counter}` },
    );
  }

  function refund(text: string): FakeResponse {
    const request = JSON.parse(text) as {
      out_trade_no: string;
      out_refund_no: string;
      amount: { refund: number; total: number };
    };
    const trade = trades.get(request.out_trade_no);
    if (!trade || (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')) return no(404, 'RESOURCE_NOT_EXISTS');
    if (set.refund_as === 'NOT_ENOUGH') return no(403, 'NOT_ENOUGH', '基本账户余额不足');
    if (request.amount.total !== trade.amount.total || request.amount.refund > trade.amount.total)
      return no(400, 'INVALID_REQUEST');
    counter += 1;
    const one = refunds.get(request.out_refund_no) ?? {
      ...request,
      refund_id: `5030${counter}`,
      status: set.refund_as,
    };
    refunds.set(request.out_refund_no, one);
    trade.state = 'REFUND';
    return say(200, one);
  }

  function about(call: FakeRequest): FakeResponse {
    const [, tradeNo = '', isClosing] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(call.url.pathname) ?? [];
    const trade = trades.get(tradeNo);
    if (!trade || (!isClosing && call.url.searchParams.get('mchid') !== vectors.mchid)) return no(404, 'ORDERNOTEXIST');
    if (!isClosing) return say(200, tradeBody(trade));
    if (trade.state === 'NOTPAY') trade.state = 'CLOSED';
    return trade.state === 'CLOSED' ? say(204, null) : no(400, 'ORDER_PAID');
  }

  function answer(call: FakeRequest): FakeResponse {
    const why = whyRefused(call, { now: clock(), seen });
    if (why) refused.push(why);
    if (why) return no(401, 'SIGN_ERROR', why);
    if (set.refusal) return no(set.refusal.status, set.refusal.code);
    const path = call.url.pathname;
    const kind = /^\/v3\/pay\/transactions\/(jsapi|native|h5)$/.exec(path)?.[1];
    if (kind) return open(kind, call.body);
    if (path.startsWith('/v3/pay/')) return about(call);
    if (call.method === 'POST') return refund(call.body);
    const one = refunds.get(path.split('/').at(-1) ?? '');
    return one ? say(200, one) : no(404, 'RESOURCE_NOT_EXISTS');
  }
  return { trades, refunds, refused, set, answer };
}
