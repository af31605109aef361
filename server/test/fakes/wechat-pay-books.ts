import { createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import vectors from './vectors/wechatpay-v3.json' with { type: 'json' };
import type { Heard, Said, Trouble } from './listen.ts';

type Wish = {
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
export type Trade = Wish & { kind: string; state: string; transaction_id: string; success_time: string; wish: string };
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
  /** What was refused, by its reason. */
  refused: string[];
  set: { trouble: Trouble; refund_as: string };
  answer: (heard: Heard) => Said;
};

/** The public half of the merchant's key: all that WeChat Pay has of it. */
const merchantKey = createPublicKey(vectors.merchantPrivateKeyPem);
const farSec = 300;

/** Why a request is not the merchant's; null when it is. Written from the service's documentation, apart from the product's signer. */
export function whyRefused(heard: Heard, given: { now: Date; seen: Set<string> }): string | null {
  const [scheme = '', rest = ''] = (heard.headers.authorization ?? '').split(/ (.*)/s);
  if (scheme !== 'WECHATPAY2-SHA256-RSA2048') return 'scheme';
  const parts = Object.fromEntries(
    rest.split(',').map((part) => /^(\w+)="(.*)"$/s.exec(part.trim())?.slice(1, 3) ?? ['', '']),
  );
  if (parts['mchid'] !== vectors.mchid || parts['serial_no'] !== vectors.merchantCertSerial) return 'merchant';
  if (Math.abs(given.now.getTime() / 1000 - Number(parts['timestamp'])) > farSec) return 'timestamp';
  if (given.seen.has(parts['nonce_str'])) return 'nonce';
  given.seen.add(parts['nonce_str']);
  const lines = [heard.method, heard.path, parts['timestamp'], parts['nonce_str'], heard.body, ''].join('\n');
  return verify('sha256', Buffer.from(lines), merchantKey, Buffer.from(parts['signature'] ?? '', 'base64'))
    ? null
    : 'signature';
}

const rules: readonly [name: string, isWrong: (wish: Wish) => boolean][] = [
  ['out_trade_no', (wish) => !/^[0-9A-Za-z_\-|*]{6,32}$/.test(wish.out_trade_no)],
  ['description', (wish) => !wish.description || [...wish.description].length > 127],
  ['amount', (wish) => !Number.isInteger(wish.amount.total) || wish.amount.total < 1 || wish.amount.currency !== 'CNY'],
  ['notify_url', (wish) => !/^https:\/\/[^?]+$/.test(wish.notify_url)],
  ['time_expire', (wish) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(wish.time_expire)],
  ['mchid', (wish) => wish.mchid !== vectors.mchid || wish.appid !== vectors.appid],
];
const kindRules: Record<string, (wish: Wish) => string | null> = {
  jsapi: (wish) => (wish.payer?.openid ? null : 'payer'),
  h5: (wish) => (wish.scene_info ? null : 'scene_info'),
  native: () => null,
};

/** A payment as the service tells it. */
export const shownTrade = (trade: Trade) => ({
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

/** An answer with the signature of the service. */
export function signed(now: Date, status: number, content: object | null): Said {
  const body = content === null ? '' : JSON.stringify(content);
  const [timestamp, nonce] = [String(Math.floor(now.getTime() / 1000)), randomBytes(16).toString('hex')];
  const signature = sign(
    'sha256',
    Buffer.from([timestamp, nonce, body, ''].join('\n')),
    vectors.platformPrivateKeyPem,
  ).toString('base64');
  return {
    status,
    body,
    headers: {
      'Request-Id': `req-${nonce}`,
      'Wechatpay-Timestamp': timestamp,
      'Wechatpay-Nonce': nonce,
      'Wechatpay-Serial': vectors.platformKeyId,
      'Wechatpay-Signature': signature,
    },
  };
}

/** What the service does with what it is told; nothing that is not the merchant's is looked at. */
export function keepBooks(clock: () => Date): Books {
  const [trades, refunds, seen, refused] = [
    new Map<string, Trade>(),
    new Map<string, Refund>(),
    new Set<string>(),
    [] as string[],
  ];
  const set: Books['set'] = { trouble: 'none', refund_as: 'SUCCESS' };
  let made = 0;
  const say = (status: number, content: object | null): Said => signed(clock(), status, content);
  const no = (status: number, code: string, message: string = code): Said => say(status, { code, message });

  function reopen(known: Trade, kind: string, text: string): Said | null {
    if (known.kind !== kind || known.wish !== text) return no(403, 'OUT_TRADE_NO_USED');
    return known.state === 'NOTPAY' ? null : no(400, known.state === 'CLOSED' ? 'ORDER_CLOSED' : 'ORDERPAID');
  }

  function open(kind: string, text: string): Said {
    const wish = JSON.parse(text) as Wish;
    const wrong = rules.find(([, isWrong]) => isWrong(wish))?.[0] ?? kindRules[kind]?.(wish);
    if (wrong) return no(400, 'PARAM_ERROR', wrong);
    const known = trades.get(wish.out_trade_no);
    const refusal = known ? reopen(known, kind, text) : null;
    if (refusal) return refusal;
    made += 1;
    trades.set(
      wish.out_trade_no,
      known ?? {
        ...wish,
        kind,
        wish: text,
        state: 'NOTPAY',
        transaction_id: `42000012342026${String(made).padStart(12, '0')}`,
        success_time: '',
      },
    );
    if (kind === 'native') return say(200, { code_url: `weixin://wxpay/bizpayurl?pr=${made}` });
    return say(
      200,
      kind === 'h5'
        ? { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${made}&package=${made}` }
        : { prepay_id: `wx${made}` },
    );
  }

  function refund(text: string): Said {
    const wish = JSON.parse(text) as {
      out_trade_no: string;
      out_refund_no: string;
      amount: { refund: number; total: number };
    };
    const trade = trades.get(wish.out_trade_no);
    if (!trade || (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')) return no(404, 'RESOURCE_NOT_EXISTS');
    if (set.refund_as === 'NOT_ENOUGH') return no(403, 'NOT_ENOUGH', '基本账户余额不足');
    if (wish.amount.total !== trade.amount.total || wish.amount.refund > trade.amount.total)
      return no(400, 'INVALID_REQUEST');
    made += 1;
    const one = refunds.get(wish.out_refund_no) ?? { ...wish, refund_id: `5030${made}`, status: set.refund_as };
    refunds.set(wish.out_refund_no, one);
    trade.state = 'REFUND';
    return say(200, one);
  }

  function about(heard: Heard): Said {
    const [, tradeNo = '', isClosing] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(heard.url.pathname) ?? [];
    const trade = trades.get(tradeNo);
    if (!trade || (!isClosing && heard.url.searchParams.get('mchid') !== vectors.mchid))
      return no(404, 'ORDERNOTEXIST');
    if (!isClosing) return say(200, shownTrade(trade));
    if (trade.state === 'NOTPAY') trade.state = 'CLOSED';
    return trade.state === 'CLOSED' ? say(204, null) : no(400, 'ORDER_PAID');
  }

  function answer(heard: Heard): Said {
    const why = whyRefused(heard, { now: clock(), seen });
    if (why) refused.push(why);
    if (why) return no(401, 'SIGN_ERROR', why);
    const path = heard.url.pathname;
    const kind = /^\/v3\/pay\/transactions\/(jsapi|native|h5)$/.exec(path)?.[1];
    if (kind) return open(kind, heard.body);
    if (path.startsWith('/v3/pay/')) return about(heard);
    if (heard.method === 'POST') return refund(heard.body);
    const one = refunds.get(path.split('/').at(-1) ?? '');
    return one ? say(200, one) : no(404, 'RESOURCE_NOT_EXISTS');
  }
  return { trades, refunds, refused, set, answer };
}
