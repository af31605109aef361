import { describe, expect, it } from 'vitest';
import vectors from '../../../test/fakes/vectors/wechat-jssdk-and-messages.json' with { type: 'json' };
import { signUrl } from './messenger.ts';
import { isSignedPush, openPush, parseAesKey, sealPush, signPush } from './push-crypto.ts';
import { parseXml, writeXml } from './push-xml.ts';

const keyOf = (text: string): Buffer => {
  const key = parseAesKey(text);
  if (!key) throw new Error('the vectors hold a key');
  return key;
};

it.each([vectors.jsSdk.publishedExample, ...vectors.jsSdk.cases])(
  'signs the page $url',
  ({ jsapi_ticket: ticket, noncestr: nonce, timestamp, url, signature }) => {
    expect(signUrl({ ticket, nonce, timestamp, url })).toBe(signature);
    expect(signUrl({ ticket, nonce, timestamp, url: `${url}#part` })).toBe(signature);
  },
);

it('verifies the signed echo request', () => {
  const { token, timestamp, nonce, signature } = vectors.serverVerification;
  expect(signPush(token, timestamp, nonce)).toBe(signature);
  for (const wrong of ['', signature.slice(1), signature.toUpperCase(), '0'.repeat(40)])
    expect(isSignedPush(wrong, token, timestamp, nonce), wrong).toBe(false);
});

describe('sealed messages', () => {
  it('decrypts the published one', () => {
    const {
      token,
      timestamp,
      nonce,
      echostr,
      msg_signature: signature,
      encodingAESKey,
      corpId,
      plaintextEchostr,
    } = vectors.aesPublishedWecomExample;
    expect(isSignedPush(signature, token, timestamp, nonce, echostr)).toBe(true);
    expect(openPush(keyOf(encodingAESKey), echostr, corpId)).toBe(plaintextEchostr);
  });

  it('decrypts and encrypts those of an official account', () => {
    const {
      token,
      timestamp,
      nonce,
      encrypt,
      msg_signature: signature,
      encodingAESKey,
      appid,
      plainXml,
      random16,
      aesKeyHex,
      reply,
    } = vectors.aesOfficialAccount;
    const key = keyOf(encodingAESKey);
    expect(key.toString('hex')).toBe(aesKeyHex);
    expect(signPush(token, timestamp, nonce, encrypt)).toBe(signature);
    expect(openPush(key, encrypt, appid)).toBe(plainXml);
    for (const { text, sealed } of [
      { text: plainXml, sealed: encrypt },
      { text: reply.plainXml, sealed: reply.encrypt },
    ]) {
      expect(sealPush(key, { text, app_id: appid, random: Buffer.from(random16) })).toBe(sealed);
    }
    expect(signPush(token, reply.timestamp, reply.nonce, reply.encrypt)).toBe(reply.msgSignature);
  });

  it('rejects messages for another account, with another key, or tampered with', () => {
    const { encrypt, encodingAESKey, appid } = vectors.aesOfficialAccount;
    const key = keyOf(encodingAESKey);
    expect([
      openPush(key, encrypt, 'wx0000000000000000'),
      openPush(Buffer.alloc(32, 7), encrypt, appid),
      openPush(key, '', appid),
      openPush(key, 'AAAA', appid),
      openPush(key, `${encrypt.slice(0, -8)}AAAAAA==`, appid),
    ]).toEqual([null, null, null, null, null]);
    expect([parseAesKey(''), parseAesKey('short'), parseAesKey(`${'a'.repeat(42)}!`)]).toEqual([null, null, null]);
  });
});

describe('the text of messages', () => {
  it('is read flat, with only the five predefined entities', () => {
    expect(parseXml(vectors.templateSendJobFinish.plainXml)).toMatchObject({
      Event: 'TEMPLATESENDJOBFINISH',
      MsgID: '200163836',
      Status: 'success',
    });
    expect(parseXml('<xml><A>1 &lt; 2 &amp;amp; &#65;</A><B></B></xml>')).toEqual({ A: '1 < 2 &amp; &#65;', B: '' });
    for (const text of [
      '',
      'hello',
      '<html></html>',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xml><A>&e;</A></xml>',
      `<xml><A>${'x'.repeat(70_000)}</A></xml>`,
    ])
      expect(parseXml(text), text.slice(0, 20)).toBeNull();
  });

  it('is written so that text cannot become markup', () => {
    const text = 'a ]]> b <C>&</C> 你好';
    expect(writeXml({ Content: 'x', CreateTime: 5 })).toBe(
      '<xml><Content><![CDATA[x]]></Content><CreateTime>5</CreateTime></xml>',
    );
    expect(writeXml({ Content: text })).not.toContain(`[${text}]`);
  });
});
