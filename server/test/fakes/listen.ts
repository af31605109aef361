import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { openServer } from './open-server.ts';

export type FakeRequest = { method: string; path: string; url: URL; headers: IncomingMessage['headers']; body: string };
export type FakeResponse = { status: number; type?: string; headers?: Record<string, string>; body: string };
export type Listener = { base: string; requests: FakeRequest[]; close: () => Promise<void> };

/**
 * How a fake fails instead of responding. Two of them after the request was worked on: `half`: the connection breaks off in
 * the middle of the response; `truncated`: half of the text arrives as if it were all.
 */
export type Trouble = 'none' | 'hang_up' | 'silent' | 'busy' | 'html' | 'half' | 'truncated';

const troubles: Record<Exclude<Trouble, 'none' | 'half' | 'truncated'>, (response: ServerResponse) => void> = {
  hang_up: (response) => void response.destroy(),
  silent: () => undefined,
  busy: (response) => void response.writeHead(503).end('{"code":"SYSTEM_ERROR"}'),
  html: (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>gateway</html>'),
};

function sendHalf(response: ServerResponse, { status, headers = {}, body }: FakeResponse): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** A small local server; `answer` is the service, `trouble` how it fails, `tls` the certificate it is reached with by https. */
export async function listen(
  answer: (request: FakeRequest) => FakeResponse | Promise<FakeResponse>,
  trouble: () => Trouble = () => 'none',
  tls?: { cert: string; key: string },
): Promise<Listener> {
  const requests: FakeRequest[] = [];
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const one = {
        method: request.method ?? '',
        path: url.pathname + url.search,
        url,
        headers: request.headers,
        body: await readBody(request),
      };
      requests.push(one);
      const kind = trouble();
      if (kind !== 'none' && kind !== 'half' && kind !== 'truncated') return troubles[kind](response);
      const full = await answer(one);
      if (kind === 'half') return sendHalf(response, full);
      const { status, type = 'application/json', headers = {}, body } = full;
      const text = kind === 'truncated' ? body.slice(0, Math.floor(body.length / 2)) : body;
      return void response.writeHead(status, { 'Content-Type': type, ...headers }).end(text);
    })().catch((error: unknown) => void response.writeHead(500).end(String(error)));
  };
  const { base, close } = await openServer(tls ? createSecureServer(tls, serve) : createServer(serve));
  return { base: tls ? base.replace('http://127.0.0.1', 'https://localhost') : base, close, requests };
}
