import { describe, expect, it } from 'vitest';
import oss from '../../../test/fakes/vectors/aliyun-oss.json' with { type: 'json' };
import s3 from '../../../test/fakes/vectors/s3-sigv4.json' with { type: 'json' };
import { wrongOssSignature } from '../../../test/fakes/oss.ts';
import { wrongS3Signature } from '../../../test/fakes/s3.ts';
import * as ossSign from './sign-oss.ts';
import * as s3Sign from './sign-s3.ts';

describe('S3, signature V4', () => {
  const key = { id: s3.access_key_id, secret: s3.secret_access_key, region: s3.region };
  const now = new Date('2013-05-24T00:00:00Z');
  type Case = (typeof s3.cases)[number];
  const requestOf = ({ method, path, query, headers, payload_sha256: payload }: Case): s3Sign.S3Request => ({
    method,
    path,
    query: query as unknown as Record<string, string>,
    headers: headers as unknown as Record<string, string>,
    payload,
  });

  it.each(s3.cases)('forms the canonical request of $name', (one) => {
    expect(s3Sign.canonicalRequest(requestOf(one))).toBe(one.canonical_request);
  });

  it.each(s3.cases.filter((one) => !('presigned' in one)))('authorizes $name', (one) => {
    expect(s3Sign.authorizeS3(key, requestOf(one))).toBe(one.authorization);
  });

  it.each(s3.cases.filter((one) => 'presigned' in one))('presigns $name', (one) => {
    const all = Object.entries(one.query as unknown as Record<string, string>);
    const query = Object.fromEntries(all.filter(([name]) => !name.startsWith('X-Amz-')));
    const seconds = Number(Object.fromEntries(all)['X-Amz-Expires']);
    const signed = s3Sign.presignS3(key, { ...requestOf(one), query }, { now, seconds });
    expect(new URLSearchParams(signed).get('X-Amz-Signature')).toBe(one.signature);
  });

  it.each(s3.cases.filter((one) => !('presigned' in one) && one.method === 'GET'))(
    'the fake accepts $name as published, and nothing changed',
    (one) => {
      const { query, headers: signed } = requestOf(one);
      const search = new URLSearchParams(query).toString();
      const path = `${one.path}${search === '' ? '' : `?${search}`}`;
      const headers = { ...signed, authorization: one.authorization };
      const request = { method: one.method, path, url: new URL(path, 'http://x'), headers, body: Buffer.alloc(0) };
      expect(wrongS3Signature(request, now)).toBeNull();
      expect(wrongS3Signature({ ...request, method: 'DELETE' }, now)).toBe('SignatureDoesNotMatch');
      expect(wrongS3Signature({ ...request, path: `${one.path}x` }, now)).toBe('SignatureDoesNotMatch');
      expect(wrongS3Signature(request, new Date(now.getTime() + 14 * 60_000))).toBeNull();
      expect(wrongS3Signature(request, new Date(now.getTime() + 16 * 60_000))).toBe('RequestTimeTooSkewed');
    },
  );
});

describe('Aliyun OSS, scheme V4 in the address', () => {
  const key = { id: oss.accessKeyId, secret: oss.accessKeySecret, region: oss.region, bucket: oss.bucket };
  const now = new Date(oss.clock.iso);
  type Case = (typeof oss.signedUrlV4Detail)[number];
  const requestOf = ({ method, key: name, url, headers }: Case): ossSign.OssRequest => ({
    method,
    key: name,
    query: Object.fromEntries([...new URL(url).searchParams].filter(([one]) => !one.startsWith('x-oss-'))),
    headers: Object.fromEntries(Object.entries(headers).map(([one, value]) => [one.toLowerCase(), value ?? ''])),
  });
  const signed = (one: Case): string =>
    new URL(`http://x/?${ossSign.presignOss(key, requestOf(one), { now, seconds: 600 })}`).searchParams.get(
      'x-oss-signature',
    ) ?? '';

  it.each(oss.signedUrlV4Detail)('signs $name', (one) => {
    expect(signed(one)).toBe(one.signature);
  });

  it.each([oss.signedUrlV4.get, oss.signedUrlV4.put, oss.signedUrlV4.getImageProcess])('composes %s', (url) => {
    const { pathname, searchParams } = new URL(url);
    const query = Object.fromEntries([...searchParams].filter(([name]) => /^x-oss-process$/.test(name)));
    const isPut = url === oss.signedUrlV4.put;
    const request = {
      method: isPut ? 'PUT' : 'GET',
      key: pathname.slice(1),
      query,
      headers: isPut ? { 'content-type': 'image/png' } : {},
    };
    expect(`${oss.endpoint}${pathname}?${ossSign.presignOss(key, request, { now, seconds: 600 })}`).toBe(url);
  });

  it.each(oss.signedUrlV4Detail)('the fake accepts $name as published, until it expires', (one) => {
    const url = new URL(one.url);
    const path = `/${oss.bucket}${url.pathname}${url.search}`;
    const request = { method: one.method, path, url, headers: requestOf(one).headers, body: Buffer.alloc(0) };
    expect(wrongOssSignature(request, now)).toBeNull();
    expect(wrongOssSignature({ ...request, path: path.replace('?', 'x?') }, now)).toBe('SignatureDoesNotMatch');
    expect(wrongOssSignature(request, new Date(now.getTime() + 599_000))).toBeNull();
    expect(wrongOssSignature(request, new Date(now.getTime() + 601_000))).toBe('AccessDenied');
    expect(wrongOssSignature(request, new Date(now.getTime() - 16 * 60_000))).toBe('RequestTimeTooSkewed');
  });
});
