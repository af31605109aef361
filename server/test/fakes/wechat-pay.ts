import { createCipheriv, randomBytes } from 'node:crypto';
import vectors from './vectors/wechatpay-v3.json' with { type: 'json' };
import { listen, type Listener } from './listen.ts';
import { createBooks, tradeBody, signed, type Books, type Refund } from './wechat-pay-books.ts';

export type WechatPayFake = Listener &
  Pick<Books, 'trades' | 'refunds' | 'refused'> & {
    /** Changes how the next calls are handled. */
    set: (changes: Partial<Books['set']>) => void;
    pay: (tradeNo: string) => void;
    /** A notice as WeChat Pay sends it, of a payment or of a refund; `change` corrupts it. */
    notice: (
      about: { trade_no: string } | { refund_no: string },
      change?: Change,
    ) => { headers: Record<string, string>; body: string };
  };
export type Change = {
  id?: string;
  at?: Date;
  total?: number;
  mchid?: string;
  appid?: string;
  signature?: string;
  serial?: string;
  /** Another of WeChat Pay's keys. */
  signed_by?: { serial: string; key: string };
  v3_key?: string;
};

/** The settings of a merchant with this fake. */
export const wechatPaySettings = {
  wxpay_mchid: vectors.mchid,
  wxpay_serial: vectors.merchantCertSerial,
  wxpay_private_key: vectors.merchantPrivateKeyPem,
  wxpay_v3_key: vectors.apiV3Key,
  wxpay_public_key_id: vectors.platformKeyId,
  wxpay_public_key: vectors.platformPublicKeyPem,
  wechat_appid: vectors.appid,
  wxpay_notify_url: 'https://kaike.example.com/api/open/pay-order/notify/wechat',
} as const;

function seal(content: object, key: string) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from('transaction'));
  const ciphertext = Buffer.concat([
    cipher.update(JSON.stringify(content)),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
  return {
    original_type: 'transaction',
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext,
    associated_data: 'transaction',
    nonce,
  };
}

const refundBody = (refund: Refund) => ({
  out_trade_no: refund.out_trade_no,
  out_refund_no: refund.out_refund_no,
  refund_id: refund.refund_id,
  refund_status: refund.status,
  amount: refund.amount,
});

/** Event and content of a notice; `change` corrupts it. */
function contentOf(
  books: Books,
  about: { trade_no: string } | { refund_no: string },
  { mchid, appid, total }: Change,
): { event: string; content: object } {
  const refund = 'refund_no' in about ? books.refunds.get(about.refund_no) : undefined;
  if (refund)
    return { event: `REFUND.${refund.status}`, content: { ...refundBody(refund), mchid: mchid ?? vectors.mchid } };
  const trade = books.trades.get('trade_no' in about ? about.trade_no : '');
  if (!trade) throw new Error('no such trade');
  const body = tradeBody(trade);
  return {
    event: 'TRANSACTION.SUCCESS',
    content: {
      ...body,
      mchid: mchid ?? body.mchid,
      appid: appid ?? body.appid,
      amount: { ...body.amount, total: total ?? body.amount.total },
    },
  };
}

/** A fake of WeChat Pay: checks requests, records trades, signs responses. */
export async function startWechatPay(clock: () => Date): Promise<WechatPayFake> {
  const books = createBooks(clock);
  const { trades, refunds, refused, set } = books;
  const listener = await listen(books.answer, () => set.trouble);
  return {
    ...listener,
    trades,
    refunds,
    refused,
    set: (changes) => void Object.assign(set, changes),
    pay(tradeNo) {
      const trade = trades.get(tradeNo);
      if (!trade || trade.state !== 'NOTPAY') throw new Error('nothing to pay');
      Object.assign(trade, { state: 'SUCCESS', success_time: clock().toISOString() });
    },
    notice(about, change = {}) {
      const { event, content } = contentOf(books, about, change);
      const at = change.at ?? clock();
      const notice = {
        id: change.id ?? `EV-${randomBytes(8).toString('hex')}`,
        create_time: at.toISOString(),
        resource_type: 'encrypt-resource',
        event_type: event,
        summary: '',
        resource: seal(content, change.v3_key ?? vectors.apiV3Key),
      };
      const response = signed(at, 200, notice, change.signed_by);
      const headers = Object.fromEntries(
        Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      );
      return {
        body: response.body,
        headers: {
          ...headers,
          'content-type': 'application/json',
          ...(change.serial ? { 'wechatpay-serial': change.serial } : {}),
          ...(change.signature ? { 'wechatpay-signature': change.signature } : {}),
        },
      };
    },
  };
}
