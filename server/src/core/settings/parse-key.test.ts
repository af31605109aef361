import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { localhostTls } from '../../../test/fakes/sms/localhost-tls.ts';
import vectors from '../../../test/fakes/vectors/alipay-rsa2.json' with { type: 'json' };
import { platformCertificates } from '../../../test/fakes/pay/wechat-certificates.ts';
import { cleanKey } from './parse-key.ts';

const key = createPrivateKey(vectors.appPrivateKeyPkcs8Pem);
const stored = key.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
const pkcs1 = key.export({ type: 'pkcs1', format: 'pem' }).toString();
const open = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().trim();
const { earlier, later } = platformCertificates;
const bareOf = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const bare = bareOf(stored);
const middle = Math.floor(bare.length / 2);
const wide: Record<string, string> = { '+': '＋', '/': '／', '=': '＝' };

describe('a private key', () => {
  it.each<[name: string, pasted: string]>([
    ['as it is', stored],
    ['without head', bare],
    ['without the signs at its end', bare.replace(/=*$/, '')],
    ['with its end alone', stored.slice(stored.indexOf('\n') + 1)],
    ['of the older form', pkcs1],
    ['of the older form without head', bareOf(pkcs1)],
    ['with CRLF', stored.replaceAll('\n', '\r\n')],
    ['with written line breaks', stored.replaceAll('\n', String.raw`\n`)],
    ['with written CRLF', stored.replaceAll('\n', String.raw`\r\n`)],
    ['in one line', stored.replaceAll('\n', ' ')],
    ['with blanks that do not break', stored.replaceAll('\n', '\u00A0\n\u00A0')],
    ['with ideographic blanks', `\u3000${stored.replaceAll('\n', '\u3000')}`],
    ['with signs without width', `\uFEFF${bare.slice(0, middle)}\u200B\u2060\u200D${bare.slice(middle)}`],
    ['with wide signs', stored.replaceAll(/[+/=]/g, (sign) => wide[sign] ?? '')],
    ['with long dashes', stored.replaceAll('-----', '\u2014\u2014')],
    ['before its certificate', `${stored}\n${earlier.certificate}`],
    ['behind a preamble', `Bag Attributes\n    friendlyName: 商户\n${stored}`],
  ])('%s is stored as PEM', (_, pasted) => {
    expect(cleanKey('private', pasted)).toEqual({ value: stored });
  });

  it.each<[name: string, pasted: string, failure: string]>([
    ['without its last character', bare.replace(/.=*$/, ''), 'key_incomplete'],
    ['without its last characters', stored.replace(/.{8}\n-----END/, '\n-----END'), 'key_incomplete'],
    ['without a character within', bare.slice(0, middle) + bare.slice(middle + 1), 'key_incomplete'],
    [
      'with a wrong character',
      `${bare.slice(0, 200)}${bare[200] === 'A' ? 'B' : 'A'}${bare.slice(201)}`,
      'key_unreadable',
    ],
    ['with a sign no key has', `${bare.slice(0, middle)}…${bare.slice(middle)}`, 'key_characters'],
    ['that is a public one', open, 'key_is_public'],
    ['that is a public one without head', bareOf(open), 'key_is_public'],
    ['that is a certificate', earlier.certificate, 'key_is_certificate'],
    ['of another kind', localhostTls.key, 'key_not_rsa'],
    ['that is a text', '请向管理员索取', 'key_characters'],
    ['that is a word', 'hello', 'key_unreadable'],
    [
      'with a password',
      key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      'key_encrypted',
    ],
    [
      'of the older form with a password',
      key.export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      'key_encrypted',
    ],
  ])('%s is refused', (_, pasted, failure) => {
    expect(cleanKey('private', pasted)).toEqual({ failure });
  });
});

describe('a public key', () => {
  it('is stored as PEM', () => {
    for (const pasted of [open, bareOf(open), open.replaceAll('\n', '\r\n\u00A0')])
      expect(cleanKey('public', pasted)).toEqual({ value: open });
    const older = createPublicKey(key).export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(cleanKey('public', older)).toEqual({ value: open });
  });

  it.each<[name: string, pasted: string, failure: string]>([
    ['a private one', stored, 'key_is_private'],
    ['a private one beside it', `${open}\n${stored}`, 'key_is_private'],
    ['a certificate', earlier.certificate, 'key_is_certificate'],
    ['a part', bareOf(open).slice(0, -1), 'key_incomplete'],
    [
      'another kind',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'key_not_rsa',
    ],
  ])('is refused when it is %s', (_, pasted, failure) => {
    expect(cleanKey('public', pasted)).toEqual({ failure });
  });
});

describe('certificates', () => {
  it('are stored one after the other', () => {
    const both = `${earlier.certificate}${later.certificate}`;
    expect(cleanKey('certificates', both.replaceAll('\n', '\r\n'))).toEqual({ value: both.trim() });
    expect(cleanKey('certificates', bareOf(later.certificate))).toEqual({ value: later.certificate.trim() });
  });

  it.each<[name: string, pasted: string, failure: string]>([
    ['keys', open, 'key_is_public'],
    ['private keys', `${earlier.certificate}${stored}`, 'key_is_private'],
    ['cut', `${earlier.certificate}${later.certificate.replace(/.{8}\n-----END/, '\n-----END')}`, 'key_incomplete'],
  ])('are refused when they are %s', (_, pasted, failure) => {
    expect(cleanKey('certificates', pasted)).toEqual({ failure });
  });
});

it('a key of one word has plain signs only', () => {
  expect(cleanKey('token', 'LTAI5t+/=')).toEqual({ value: 'LTAI5t+/=' });
  expect(cleanKey('token', 'LTAI“5t”')).toEqual({ failure: 'key_characters' });
});
