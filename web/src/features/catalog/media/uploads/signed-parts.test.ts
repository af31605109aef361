import { expect, it } from 'vitest';
import { sendSigned } from './signed-parts.ts';
import type { UploadDeps, UploadReply, UploadRequest } from './upload-port.ts';

const token = {
  driver: 's3',
  method: 'signed-parts',
  upload_url: '/uploads/kodo',
  bucket: 's3',
  token: 't1',
  key: '2026/01/a.mp4',
  expires_at: '',
  part_size: 8,
  max_size: 100,
  accept: [],
};
const { signal } = new AbortController();
const body = new Blob(['12345678']);

/** Our server signs; the vendor answers with `vendor`. */
async function send(
  vendor: UploadReply,
  signed: UploadReply = { status: 200, body: { url: 'https://s3.example/part' } },
) {
  const requests: UploadRequest[] = [];
  const deps = {
    send: async (request: UploadRequest) => {
      requests.push(request);
      return request.method === 'GET' ? signed : vendor;
    },
  } as unknown as UploadDeps;
  const reply = await sendSigned(deps, { token, upload_id: 'u1', signal }, { method: 'PUT', path: '/3', body });
  return { reply, requests };
}

it('a part goes to an address signed for it and its size, without our token', async () => {
  const { reply, requests } = await send({ status: 200, body: null, etag: '"e3"' });
  expect(requests.map(({ method, url, token: sent }) => [method, url, sent])).toEqual([
    ['GET', '/uploads/kodo/buckets/s3/objects/MjAyNi8wMS9hLm1wNA==/uploads/u1/3?size=8', 't1'],
    ['PUT', 'https://s3.example/part', ''],
  ]);
  expect(requests[1]?.body).toBe(body);
  expect(reply).toEqual({ status: 200, body: { etag: '"e3"' } });
});

it.each([
  ['an address that has expired is signed again', 403, 500],
  ['an upload the vendor has dropped begins anew', 404, 612],
  ['a lost connection is waited for', 0, 0],
])('%s', async (_name, status, expected) => {
  expect((await send({ status, body: null })).reply.status).toBe(expected);
});

it('an expired token is reported before anything is sent to the vendor', async () => {
  const { reply, requests } = await send({ status: 200, body: null }, { status: 401, body: null });
  expect([reply.status, requests.length]).toEqual([401, 1]);
});
