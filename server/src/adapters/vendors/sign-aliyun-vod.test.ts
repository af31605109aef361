import { describe, expect, it } from 'vitest';
import rpc from '../../../test/fakes/vectors/aliyun-rpc-hmac-sha1.json' with { type: 'json' };
import vod from '../../../test/fakes/vectors/aliyun-vod-url-and-callback.json' with { type: 'json' };
import { isCdnAddress, signedEvent, wrongRpcSignature } from '../../../test/fakes/video/aliyun-vod.ts';
import { rpcQuery, rpcStringToSign, signRpc } from './sign-aliyun-rpc.ts';
import { signCdnUrl, signVodEvent } from './sign-aliyun-vod.ts';

const now = new Date(rpc.clock.unix * 1000);

describe('Aliyun, scheme RPC v1', () => {
  const key = { id: rpc.accessKeyId, secret: rpc.accessKeySecret };
  const paramsOf = ({ allParamsExceptSignature: all }: (typeof rpc.cases)[number]) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
  const methodOf = ({ method }: (typeof rpc.cases)[number]) => (method === 'GET' ? 'GET' : 'POST');

  it.each(rpc.cases)('signs $name', (one) => {
    expect(rpcStringToSign(methodOf(one), paramsOf(one))).toBe(one.stringToSign);
    expect(signRpc(key.secret, methodOf(one), paramsOf(one))).toBe(one.signature);
    expect(signRpc(`${key.secret}x`, methodOf(one), paramsOf(one))).not.toBe(one.signature);
  });

  it.each(rpc.cases.filter(({ wire, method }) => method === 'GET' && !wire.url.includes('SecurityToken')))(
    'sends $name as the vendor’s kit does, and the fake takes it, and nothing changed',
    (one) => {
      const all = paramsOf(one);
      const own = /^(AccessKeyId|Action|Format|Signature.*|Timestamp|Version)$/;
      const params = Object.fromEntries(Object.entries(all).filter(([name]) => !own.test(name)));
      const action = { name: all['Action'] ?? '', version: all['Version'] ?? '', params };
      const query = rpcQuery(key, action, { now, nonce: rpc.signatureNonce });
      expect(new URLSearchParams(query).get('Signature')).toBe(one.signature);
      expect([...new URLSearchParams(query)].sort()).toEqual(
        [...new URL(one.wire.url, 'http://x').searchParams].sort(),
      );
      const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
      expect(wrongRpcSignature({ method: 'GET', path: `/?${query}` }, later(14))).toBeNull();
      expect(wrongRpcSignature({ method: 'GET', path: `/?${query}` }, later(16))).toBe('InvalidTimeStamp.Expired');
      expect(wrongRpcSignature({ method: 'POST', path: `/?${query}` }, now)).toBe('SignatureDoesNotMatch');
      expect(wrongRpcSignature({ method: 'GET', path: `/?${query}&X=1` }, now)).toBe('SignatureDoesNotMatch');
    },
  );
});

describe('Aliyun VOD', () => {
  const { typeA, typeAChinesePath: chinese, callback, callback2 } = vod;

  it('signs addresses of its network by scheme A, whatever was in their query', () => {
    const sign = (url: string) => signCdnUrl(url, { key: typeA.key, deadline: typeA.timestamp, random: typeA.rand });
    const [bare = ''] = typeA.url.split('?');
    expect([sign(bare), sign(`${bare}?auth_key=another`)]).toEqual([typeA.url, typeA.url]);
    const options = { key: typeA.key, deadline: chinese.timestamp, random: chinese.rand };
    expect(signCdnUrl(`http://x${chinese.uriEncoded}`, options)).toContain(`-0-${chinese.md5}`);
  });

  it('the fake takes such an address until its time', () => {
    const request = { url: new URL(typeA.url) };
    expect(isCdnAddress(request, new Date(typeA.timestamp * 1000))).toBe(true);
    expect(isCdnAddress(request, new Date(typeA.timestamp * 1000 + 1))).toBe(false);
    expect(isCdnAddress({ url: new URL(typeA.url.replace('test', 'other')) }, new Date(0))).toBe(false);
  });

  it.each([callback, callback2])('signs events for $callbackUrl', ({ callbackUrl, timestamp, authKey, signature }) => {
    expect(signVodEvent(callbackUrl, timestamp, authKey)).toBe(signature);
    expect(signedEvent(callbackUrl, new Date(Number(timestamp) * 1000), authKey)['x-vod-signature']).toBe(signature);
  });
});
