import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import vectors from '../../../test/fakes/vectors/wechatpay-v3.json' with { type: 'json' };
import { parseCertificates, parsePrivateKey, parsePublicKey } from '../../core/settings/parse-key.ts';
import { isSignedRsa, signRsa } from './rsa.ts';
import { isFromWechat, openSealed, parseWechatNotice } from './wechat-notice.ts';
import { authorize, bridgeParams, requestMessage } from './wechat-sign.ts';

const merchant = {
  mchid: vectors.mchid,
  appid: vectors.appid,
  serial: vectors.merchantCertSerial,
  private_key: createPrivateKey(vectors.merchantPrivateKeyPem),
};
const now = new Date(vectors.clock.unix * 1000);
const platform = parsePublicKey(vectors.platformPublicKeyPem);
if (!platform) throw new Error('the vectors hold a key');
const keys = new Map([[vectors.platformKeyId, platform]]);
const headerOf = (headers: Record<string, string>) => (name: string) => headers[name] ?? '';
const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('signing', () => {
  it('creates the published signature', () => {
    expect(signRsa(merchant.private_key, vectors.publishedRsaSign.message)).toBe(
      vectors.publishedRsaSign.signatureBase64,
    );
  });

  it.each(vectors.requests)('signs $name', (request) => {
    const signedRequest = {
      method: request.method,
      path: request.url,
      timestamp: request.timestamp,
      nonce: request.nonce,
      body: request.body,
    };
    expect(requestMessage(signedRequest)).toBe(request.message);
    expect(authorize(merchant, signedRequest)).toBe(request.authorization);
  });

  it('signs the parameters that open WeChat’s cashier', () => {
    const [timestamp = '', nonce = ''] = vectors.jsapiPaySign.message.split('\n').slice(1, 3);
    expect(bridgeParams(merchant, { prepay_id: vectors.jsapiPaySign.prepayId, timestamp, nonce })).toEqual(
      vectors.jsapiPaySign.browserParams,
    );
  });
});

describe('messages from WeChat Pay', () => {
  const { headers, body } = vectors.response;

  it('are accepted with their signature, and not when a byte, the clock or the key differs', () => {
    expect(isFromWechat(keys, { header: headerOf(headers), body }, now)).toBe(true);
    expect(isFromWechat(keys, { header: headerOf(headers), body: `${body} ` }, now)).toBe(false);
    for (const offset of [-300_000, 300_000])
      expect(
        isFromWechat(keys, { header: headerOf(headers), body }, new Date(now.getTime() + offset)),
        String(offset),
      ).toBe(false);
    expect(isFromWechat(new Map(), { header: headerOf(headers), body }, now)).toBe(false);
    for (const signature of ['', 'WECHATPAY/SIGNTEST/AAAA', '%%%', headers['Wechatpay-Signature'].slice(4)]) {
      expect(
        isFromWechat(keys, { header: headerOf({ ...headers, 'Wechatpay-Signature': signature }), body }, now),
        signature,
      ).toBe(false);
    }
  });

  it('reads the published notice, signed with a certificate', () => {
    const {
      certificatePem,
      certSerial,
      clock,
      headers: sent,
      body: text,
      apiV3Key,
      plaintext,
    } = vectors.publishedNotify;
    const certificates = parseCertificates(`${certificatePem}\n${certificatePem}`);
    expect([...certificates.keys()]).toEqual([certSerial]);
    const notice = parseWechatNotice(
      { platform_keys: certificates, v3_key: Buffer.from(apiV3Key) },
      { headers: lower(sent), body: Buffer.from(text) },
      new Date(clock * 1000),
    );
    expect([notice.event, notice.content]).toEqual(['PAYSCORE.USER_OPEN_SERVICE', JSON.parse(plaintext)]);
  });

  it.each([
    ['payment', vectors.notify],
    ['refund', vectors.refundNotify],
  ])('reads the notice of a %s', (_name, { headers: sent, body: text, plaintext }) => {
    const request = { headers: lower(sent as Record<string, string>), body: Buffer.from(text) };
    expect(
      parseWechatNotice({ platform_keys: keys, v3_key: Buffer.from(vectors.apiV3Key) }, request, now).content,
    ).toEqual(JSON.parse(plaintext));
    expect(() => parseWechatNotice({ platform_keys: keys, v3_key: Buffer.from('0'.repeat(32)) }, request, now)).toThrow(
      'pay.bad_signature',
    );
  });

  it('are not decrypted when they were tampered with', () => {
    const { resource } = JSON.parse(vectors.notify.body) as {
      resource: { ciphertext: string; associated_data: string; nonce: string };
    };
    const key = Buffer.from(vectors.apiV3Key);
    for (const change of [
      { associated_data: 'refund' },
      { nonce: 'fdasflkja485' },
      { ciphertext: `AAAA${resource.ciphertext.slice(4)}` },
      { ciphertext: '' },
    ]) {
      expect(() => openSealed(key, { ...resource, ...change }), JSON.stringify(change).slice(0, 30)).toThrow();
    }
  });
});

describe('keys', () => {
  const pem = vectors.merchantPrivateKeyPem;

  it('are read as people paste them', () => {
    const bare = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
    for (const text of [pem, pem.replaceAll('\n', '\\n'), pem.replaceAll('\n', ''), pem.replaceAll('\n', ' '), bare]) {
      const key = parsePrivateKey(text);
      expect(key && signRsa(key, 'source'), text.slice(0, 40)).toBe(vectors.publishedRsaSign.signatureBase64);
    }
    const pkcs1 = createPrivateKey(pem).export({ type: 'pkcs1', format: 'der' }).toString('base64');
    expect(parsePrivateKey(pkcs1)?.asymmetricKeyType).toBe('rsa');
    expect(parsePublicKey(vectors.platformPublicKeyPem.replaceAll(/-----[A-Z ]+-----|\s/g, ''))?.type).toBe('public');
  });

  it('are null when they are invalid', () => {
    for (const text of ['', 'hello', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'])
      expect([parsePrivateKey(text), parsePublicKey(text)], text).toEqual([null, null]);
    expect(isSignedRsa(platform, 'text', 'no base64 at all')).toBe(false);
  });
});
