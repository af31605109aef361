import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import vectors from '../../../test/fakes/vectors/alipay-rsa2.json' with { type: 'json' };
import { alipayParams, alipayUrl } from './alipay-client.ts';
import { isFromAlipay, signedPart, signParams, stringToSign, toFen, toYuan } from './alipay-sign.ts';
import { beijingTime, parseBeijingTime } from './beijing-time.ts';
import { isSignedRsa } from './rsa.ts';

const app = {
  app_id: vectors.appId,
  private_key: createPrivateKey(vectors.appPrivateKeyPkcs8Pem),
  alipay_key: createPublicKey(vectors.alipayPublicKeyPem),
  gateway: 'https://openapi.alipay.com/gateway.do',
};
const now = new Date(vectors.clock.unix * 1000);

describe('requests', () => {
  it.each(vectors.requests)('signs $name', ({ params, stringToSign: text, sign }) => {
    const { sign: _sign, ...unsigned } = params as Record<string, string>;
    expect(stringToSign(unsigned, [])).toBe(text);
    expect(signParams(app.private_key, unsigned)['sign']).toBe(sign);
  });

  it('are composed as by the vendor’s own client', () => {
    const [, , query] = vectors.requests;
    const { biz_content: content, ...system } = alipayParams(app, now, {
      method: 'alipay.trade.query',
      content: { out_trade_no: 'PO20260115080000000001' },
    });
    expect(new URL(alipayUrl(app, system)).pathname + new URL(alipayUrl(app, system)).search).toBe(
      query?.urlPathAndQuery,
    );
    expect(new URLSearchParams({ biz_content: content ?? '' }).toString()).toBe(query?.body);
  });
});

describe('messages from Alipay', () => {
  it('are accepted with a signature over the text of the response', () => {
    const { rawBody, signedPart: text, sign, responseKey } = vectors.response;
    expect(signedPart(rawBody, responseKey)).toBe(text);
    expect(isSignedRsa(app.alipay_key, text, sign)).toBe(true);
    expect(isSignedRsa(app.alipay_key, text.replace('199.00', '1.00'), sign)).toBe(false);
    expect(signedPart(rawBody, 'alipay_trade_refund_response')).toBeNull();
    expect(signedPart('{"a_response":{"text":"a } and a \\" and {","more":{"b":1}},"sign":"x"}', 'a_response')).toBe(
      '{"text":"a } and a \\" and {","more":{"b":1}}',
    );
  });

  it.each([
    ['a notice', vectors.notify.params],
    ['a notice that signs its sign_type', vectors.notifySignTypeKept.params],
    ['a way back', vectors.returnRedirect.params],
  ])('%s is accepted as sent, and not when changed', (_name, params) => {
    expect(isFromAlipay(app.alipay_key, params)).toBe(true);
    for (const change of [
      { total_amount: '0.01' },
      { sign: '' },
      { sign: 'AAAA' },
      { sign_type: 'RSA' },
      { added: '' },
    ]) {
      expect(isFromAlipay(app.alipay_key, { ...params, ...change }), JSON.stringify(change)).toBe(false);
    }
  });

  it('reads the body of a notice as it is sent', () => {
    expect(isFromAlipay(app.alipay_key, Object.fromEntries(new URLSearchParams(vectors.notify.rawBody)))).toBe(true);
    expect(isFromAlipay(app.alipay_key, Object.fromEntries(new URLSearchParams(vectors.returnRedirect.query)))).toBe(
      true,
    );
  });
});

it('writes and reads yuan without a fraction of a fen', () => {
  for (const [fen, yuan] of [
    [1, '0.01'],
    [10, '0.10'],
    [19_900, '199.00'],
    [99_999_999, '999999.99'],
    [0, '0.00'],
  ] as const)
    expect([toYuan(fen), toFen(yuan)]).toEqual([yuan, fen]);
  expect([toFen('5'), toFen('5.1'), toFen('5.123'), toFen('-1.00'), toFen(''), toFen('1e3')]).toEqual([
    500,
    510,
    null,
    null,
    null,
    null,
  ]);
});

it('writes and reads Beijing time', () => {
  expect([beijingTime(now), parseBeijingTime('2026-01-15 16:00:00')?.getTime(), parseBeijingTime('soon')]).toEqual([
    vectors.clock.beijing,
    now.getTime(),
    null,
  ]);
});
