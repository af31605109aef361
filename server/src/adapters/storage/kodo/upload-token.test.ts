import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeUploadToken, parseAuthorization, verifyUploadToken, type PutPolicy } from './upload-token.ts';
import vectors from '../../../../test/fakes/vectors/qiniu.json' with { type: 'json' };

const keys = { access_key: vectors.accessKey, secret_key: vectors.secretKey };
const now = vectors.clock.unix;

/** A parser that shares no code with the signer, so that the same mistake in both would be noticed. */
function readByHand(token: string): { policy: unknown; genuine: boolean } {
  const [ak, sign = '', encoded = ''] = token.split(':');
  const mac = createHmac('sha1', Buffer.from(vectors.secretKey, 'ascii')).update(encoded, 'ascii').digest();
  const actual = Buffer.from(sign.replace(/-/g, '+').replace(/_/g, '/'), 'base64');
  const text = Buffer.from(encoded.replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString('utf8');
  return { policy: JSON.parse(text), genuine: ak === vectors.accessKey && Buffer.compare(mac, actual) === 0 };
}

describe('makeUploadToken', () => {
  it.each(vectors.uploadTokens)('signs as the vendor does: $name', ({ policyJson, uploadToken }) => {
    const token = makeUploadToken(JSON.parse(policyJson) as PutPolicy, keys);
    expect(token).toBe(uploadToken);
    expect(readByHand(token)).toEqual({ policy: JSON.parse(policyJson), genuine: true });
  });

  it('signs other bytes with another secret', () => {
    const policy = { scope: 'course-demo', deadline: now + 60 };
    expect(readByHand(makeUploadToken(policy, { ...keys, secret_key: 'another' })).genuine).toBe(false);
  });
});

describe('verifyUploadToken', () => {
  const policy = { scope: 'course-demo:a/b.png', deadline: now + 60, fsizeLimit: 10 };
  const token = makeUploadToken(policy, keys);
  const [ak, sign, encoded] = token.split(':');
  const wider = Buffer.from(JSON.stringify({ ...policy, fsizeLimit: 10_000 })).toString('base64url');

  it('returns the policy', () => {
    expect(verifyUploadToken(token, keys, now)).toEqual(policy);
  });

  it.each([
    ['a changed policy', `${ak}:${sign}:${wider}`],
    ['a changed signature', `${ak}:A${sign?.slice(1)}:${encoded}`],
    ['a cut signature', `${ak}:${sign?.slice(2)}:${encoded}`],
    ['no signature', `${ak}::${encoded}`],
    ['another access key', `other:${sign}:${encoded}`],
    ['a fourth field', `${token}:x`],
    ['nothing', ''],
    ['text that is no base64', `${ak}:%%%:%%%`],
    ['a policy that is no JSON', makeUploadToken('x' as unknown as PutPolicy, keys)],
    ['a policy without a deadline', makeUploadToken({ scope: 'course-demo' } as PutPolicy, keys)],
  ])('refuses %s', (_name, bad) => {
    expect(() => verifyUploadToken(bad, keys, now)).toThrow(
      expect.objectContaining({ code: 'unauthorized', reason: 'bad_token', status: 401 }),
    );
  });

  it('refuses a token from its deadline on', () => {
    expect(verifyUploadToken(token, keys, now + 59)).toEqual(policy);
    expect(() => verifyUploadToken(token, keys, now + 60)).toThrow(
      expect.objectContaining({ reason: 'expired_token', status: 401 }),
    );
  });
});

describe('readAuthorization', () => {
  it('takes the token of the header', () => {
    expect(parseAuthorization('UpToken a:b:c')).toBe('a:b:c');
  });

  it.each([undefined, '', 'Bearer a:b:c', 'UpToken', 'UpToken a b'])('refuses %s', (header) => {
    expect(() => parseAuthorization(header)).toThrow(expect.objectContaining({ status: 401 }));
  });
});
