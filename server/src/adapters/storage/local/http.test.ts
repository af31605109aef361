import { EventEmitter, once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AdapterError } from '../../../core/adapter-error.ts';
import type { LocalStorage, PartTarget } from './local-port.ts';
import { makeErrorReply } from './kodo/kodo-reply.ts';
import { makeTestStorage, videoBytes } from './test-storage.ts';

const KEY = '2026/01/lesson.mp4';

/** A minimal route: receives a part and responds. */
async function serveParts(
  storage: LocalStorage,
  upload: PartTarget,
  onSettled: () => void = () => undefined,
): Promise<number> {
  const server = createServer((request, response) => {
    const length = request.headers['content-length'];
    storage
      .putPart({
        ...upload,
        part_number: 1,
        body: request,
        content_length: length === undefined ? undefined : Number(length),
      })
      .then(
        (reply) => ({ status: 200, body: reply as object }),
        (error: unknown) => {
          if (error instanceof AdapterError) return makeErrorReply(error);
          throw error;
        },
      )
      .then(
        ({ status, body }) => response.writeHead(status).end(JSON.stringify(body)),
        () => response.destroy(),
      )
      .finally(onSettled);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

async function begin(limit: number) {
  const fixture = await makeTestStorage();
  const target = fixture.target(KEY, { fsizeLimit: limit });
  const { uploadId } = await fixture.storage.initiate(target);
  return { ...fixture, upload: { ...target, upload_id: uploadId } };
}

describe('over a socket', () => {
  it('a part that breaks off leaves nothing and can be sent again', async () => {
    const { storage, upload } = await begin(10_000_000);
    const refusals = new EventEmitter();
    const refused = once(refusals, 'settled');
    const port = await serveParts(storage, upload, () => refusals.emit('settled'));
    const client = sendRequest({ port, host: '127.0.0.1', method: 'PUT', headers: { 'content-length': 500_000 } });
    client.on('error', () => undefined);
    client.write(videoBytes(200_000), () => client.destroy());
    await refused;
    expect((await storage.listParts(upload)).parts).toEqual([]);
    const reply = await fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: videoBytes(500_000) });
    expect(reply.status).toBe(200);
    expect((await storage.listParts(upload)).parts.map((part) => part.size)).toEqual([500_000]);
  });

  it('a part that is too large gets a response, not a broken connection', async () => {
    const { storage, upload } = await begin(100_000);
    const port = await serveParts(storage, upload);
    const client = sendRequest({ port, host: '127.0.0.1', method: 'PUT', headers: { 'transfer-encoding': 'chunked' } });
    client.end(videoBytes(2_000_000));
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      client.on('response', resolve).on('error', reject);
    });
    expect(reply.statusCode).toBe(413);
    reply.resume();
  });
});
