import { randomBytes } from 'node:crypto';
import { AdapterError } from '../../core/adapter-error.ts';
import { callAlipay } from './alipay-client.ts';
import type { Alipay } from './alipay.ts';
import type { ChannelTest } from './port.ts';
import { createWechatClient, isCode, type WechatReply, type WechatPay } from './wechat-client.ts';

/** No payment has this number: ours begin in another way. */
const unusedNo = (): string => `TEST-${randomBytes(12).toString('hex')}`;

/** The greatest difference of clocks that WeChat Pay accepts. */
const toleranceSec = 300;

const wechatReasons = { SIGN_ERROR: 'signed_wrong', MCH_NOT_EXISTS: 'no_account', NO_AUTH: 'no_permission' };
const alipayReasons: Readonly<Record<string, string>> = {
  'isv.invalid-signature': 'signed_wrong',
  'isv.invalid-app-id': 'no_account',
  'isv.invalid-timestamp': 'clock_skewed',
};

function whyRefused(answer: WechatReply, now: Date): string {
  const isOff = answer.sent_at !== null && Math.abs(now.getTime() / 1000 - answer.sent_at) >= toleranceSec;
  if (isOff) return 'clock_skewed';
  return Object.entries(wechatReasons).find(([code]) => isCode(answer, code))?.[1] ?? answer.code;
}

/** The query is signed with the merchant's key; that the payment is unknown is said only to who may ask. */
export async function testWechatPay(merchant: WechatPay, clock: () => Date): Promise<ChannelTest> {
  const call = createWechatClient(merchant, clock);
  const answer = await call('GET', `/v3/pay/transactions/out-trade-no/${unusedNo()}?mchid=${merchant.mchid}`);
  if (answer.code === '') throw new AdapterError('bad_response', { reason: 'unreadable', status: answer.status });
  if (answer.status !== 404 || !isCode(answer, 'ORDER_NOT_EXIST', 'RESOURCE_NOT_EXISTS'))
    throw new AdapterError(answer.status === 401 ? 'unauthorized' : 'rejected', {
      reason: whyRefused(answer, clock()),
      cause: answer.message,
      status: answer.status,
    });
  if (answer.signature === 'invalid') throw new AdapterError('bad_response', { reason: 'signature' });
  return answer.signature === 'valid' ? 'keys' : 'signer_unknown';
}

/** The query is signed with the application's key, and what Alipay responds with its own. */
export async function testAlipay(app: Alipay, clock: () => Date): Promise<ChannelTest> {
  const answer = await callAlipay(app, clock(), {
    method: 'alipay.trade.query',
    content: { out_trade_no: unusedNo() },
    is_safe: true,
  });
  if (answer.sub_code !== 'ACQ.TRADE_NOT_EXIST')
    throw new AdapterError('rejected', {
      reason:
        answer.code === '40006'
          ? 'no_permission'
          : (alipayReasons[answer.sub_code] ?? (answer.sub_code || answer.code)),
      cause: answer.message,
    });
  if (!answer.is_signed) throw new AdapterError('bad_response', { reason: 'signature' });
  return 'keys';
}
