import { describe, expect, it } from 'vitest';
import aliyun from '../../../test/fakes/vectors/aliyun-acs3-hmac-sha256.json' with { type: 'json' };
import tencent from '../../../test/fakes/vectors/tencent-tc3.json' with { type: 'json' };
import * as acs from './sign-aliyun.ts';
import * as tc from './sign-tencent.ts';

describe('Aliyun, scheme V3', () => {
  const key = { id: aliyun.accessKeyId, secret: aliyun.accessKeySecret };
  const requestOf = (one: (typeof aliyun.cases)[number]): acs.AliyunRequest => ({
    method: 'POST',
    path: one.path,
    query: one.canonicalQuery,
    headers: one.signedHeaders as unknown as Record<string, string>,
    body: one.body,
  });

  it.each(aliyun.cases)('signs $name', (one) => {
    expect(acs.canonicalRequest(requestOf(one))).toBe(one.canonicalRequest);
    expect(acs.authorizeAliyun(key, requestOf(one))).toBe(one.authorization);
  });

  it.each(aliyun.cases)('encodes the parameters of $name as the vendor does', ({ canonicalQuery: query }) => {
    expect(acs.canonicalQuery(Object.fromEntries(new URLSearchParams(query).entries()))).toBe(query);
  });

  it('composes the headers of an action', () => {
    const [send] = aliyun.cases;
    if (!send) throw new Error('no vector');
    const now = new Date(aliyun.clock.unix * 1000);
    const action = { host: 'dysmsapi.aliyuncs.com', name: 'SendSms', version: '2017-05-25', body: '' };
    const { 'x-acs-credentials-provider': _ofTheSdk, ...headers } = send.signedHeaders as unknown as Record<
      string,
      string
    >;
    expect(acs.aliyunHeaders(action, { now, nonce: aliyun.nonce })).toEqual(headers);
  });

  it('signs differently with one letter changed anywhere', () => {
    const [send] = aliyun.cases;
    if (!send) throw new Error('no vector');
    const request = requestOf(send);
    const { authorization } = send;
    const changed: acs.AliyunRequest[] = [
      { ...request, query: request.query.replace('13800138000', '13800138001') },
      { ...request, path: '/x' },
      { ...request, body: 'x' },
      { ...request, headers: { ...request.headers, host: 'other.aliyuncs.com' } },
    ];
    for (const one of changed) expect(acs.authorizeAliyun(key, one)).not.toBe(authorization);
    expect(acs.authorizeAliyun({ ...key, secret: `${key.secret}x` }, request)).not.toBe(authorization);
  });
});

describe('Tencent Cloud, scheme TC3', () => {
  const key = { id: tencent.secretId, secret: tencent.secretKey };

  it.each(tencent.cases)('signs $name', ({ service, host, body, headers, canonicalRequest }) => {
    const now = new Date(tencent.clock.unix * 1000);
    const request = { service, host, body, content_type: headers['content-type'], now };
    expect(tc.canonicalRequest(request)).toBe(canonicalRequest);
    expect(tc.authorizeTencent(key, request)).toBe(headers.authorization);
    expect(tc.authorizeTencent(key, { ...request, body: `${body} ` })).not.toBe(headers.authorization);
    expect(tc.authorizeTencent({ ...key, secret: 'x' }, request)).not.toBe(headers.authorization);
  });

  it('signs the example of the documentation', () => {
    const { service, timestamp, body, contentType, canonicalRequest, signature } = tencent.publishedExample;
    const request = {
      service,
      host: 'cvm.tencentcloudapi.com',
      body,
      content_type: contentType,
      now: new Date(timestamp * 1000),
    };
    expect(tc.canonicalRequest(request)).toBe(canonicalRequest);
    expect(tc.authorizeTencent(key, request)).toContain(`Signature=${signature}`);
  });
});
