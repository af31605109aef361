import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Trouble } from './listen.ts';
import { openServer } from './open-server.ts';

export type BytesRequest = {
  method: string;
  path: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
};
export type BytesResponse = { status: number; headers?: Record<string, string>; body?: Buffer | string };

/** How a storage fails instead of responding, or while it does: as `Trouble` of the other fakes. */
export type BytesTrouble = Trouble;

export type BytesListener = {
  base: string;
  requests: BytesRequest[];
  /** Fails so many requests in this way, or all of them. */
  fail: (trouble: BytesTrouble, times?: number) => void;
  close: () => Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** What a browser of another origin needs, as the bucket's rules of a school allow it. */
const forBrowsers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, POST, HEAD, DELETE',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'ETag',
};

function send(response: ServerResponse, { status, headers = {}, body = '' }: BytesResponse, isHead: boolean): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': bytes.length, ...forBrowsers, ...headers });
  response.end(isHead ? undefined : bytes);
}

function sendHalf(response: ServerResponse, { status, headers = {}, body = '' }: BytesResponse): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-length': bytes.length, ...headers });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

const sendTruncated = (response: ServerResponse, { body = '', ...head }: BytesResponse): void =>
  send(response, { ...head, body: Buffer.from(body).subarray(0, Math.floor(Buffer.byteLength(body) / 2)) }, false);

/** A small local server of bytes. */
export async function listenBytes(answer: (request: BytesRequest) => BytesResponse): Promise<BytesListener> {
  const requests: BytesRequest[] = [];
  let [trouble, left]: [BytesTrouble, number] = ['none', 0];
  const server = createServer((incoming, response) => {
    void (async () => {
      const { method = '', headers } = incoming;
      const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
      const request = { method, path: incoming.url ?? '/', url, headers, body: await readBody(incoming) };
      if (method === 'OPTIONS') return send(response, { status: 204 }, true);
      requests.push(request);
      const kind = left > 0 ? trouble : 'none';
      left -= 1;
      if (kind === 'hang_up') return void response.destroy();
      if (kind === 'silent') return undefined;
      if (kind === 'busy') return send(response, { status: 503 }, false);
      if (kind === 'html') return send(response, { status: 200, body: '<html>gateway</html>' }, method === 'HEAD');
      if (kind === 'half') return sendHalf(response, answer(request));
      if (kind === 'truncated') return sendTruncated(response, answer(request));
      return send(response, answer(request), method === 'HEAD');
    })().catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  return {
    ...(await openServer(server)),
    requests,
    fail(kind, times = Number.MAX_SAFE_INTEGER) {
      [trouble, left] = [kind, kind === 'none' ? 0 : times];
    },
  };
}
