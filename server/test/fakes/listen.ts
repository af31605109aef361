import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type Heard = { method: string; path: string; url: URL; headers: IncomingMessage['headers']; body: string };
export type Said = { status: number; type?: string; headers?: Record<string, string>; body: string };
export type Listener = { base: string; heard: Heard[]; close: () => Promise<void> };

/** What a fake does in place of answering. */
export type Trouble = 'none' | 'hang_up' | 'silent' | 'busy' | 'html';

const troubles: Record<Exclude<Trouble, 'none'>, (response: ServerResponse) => void> = {
  hang_up: (response) => void response.destroy(),
  silent: () => undefined,
  busy: (response) => void response.writeHead(503).end('{"code":"SYSTEM_ERROR"}'),
  html: (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>gateway</html>'),
};

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** A small server on this machine; `answer` is the service, `trouble` what befalls it. */
export async function listen(
  answer: (heard: Heard) => Said | Promise<Said>,
  trouble: () => Trouble = () => 'none',
): Promise<Listener> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const one = {
        method: request.method ?? '',
        path: url.pathname + url.search,
        url,
        headers: request.headers,
        body: await readBody(request),
      };
      heard.push(one);
      const kind = trouble();
      if (kind !== 'none') return troubles[kind](response);
      const { status, type = 'application/json', headers = {}, body } = await answer(one);
      return void response.writeHead(status, { 'Content-Type': type, ...headers }).end(body);
    })().catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    base: `http://127.0.0.1:${address.port}`,
    heard,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
