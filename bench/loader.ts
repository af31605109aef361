import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Shot = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: unknown };
/** The next request of a connection; null when there are no more. */
export type Source = (connection: number) => Shot | null;
export type LoadResult = {
  requests: number;
  failed: number;
  seconds: number;
  latencies: number[];
  first_failure: string;
};

/** Serializes a request. */
export function compose(shot: Shot): string {
  const body = shot.body === undefined ? '' : JSON.stringify(shot.body);
  const headers: Record<string, string | number> = {
    Host: '127.0.0.1',
    ...shot.headers,
    ...(body ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) } : {}),
  };
  return `${shot.method} ${shot.path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([key, value]) => `${key}: ${value}\r\n`)
    .join('')}\r\n${body}`;
}

type Reply = { status: number; body: string };

/** A keep-alive connection; supports only Content-Length, which every measured response has. */
class Line {
  readonly #socket: Socket;
  #parts: Buffer[] = [];
  #size = 0;
  #expected = -1;
  #bodyAt = 0;
  #done: ((reply: Reply) => void) | null = null;
  #fail: ((error: Error) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
    this.#socket.on('data', (part) => this.#take(part));
    this.#socket.on('error', (error) => this.#fail?.(error));
    this.#socket.on('close', () => this.#fail?.(new Error('the server closed the connection')));
  }

  send(text: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
      this.#socket.write(text);
    });
  }

  close(): void {
    this.#fail = null;
    this.#socket.destroy();
  }

  #take(part: Buffer): void {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#expected < 0) {
      const all = Buffer.concat(this.#parts);
      this.#parts = [all];
      const end = all.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = all.toString('latin1', 0, end);
      this.#bodyAt = end + 4;
      this.#expected = this.#bodyAt + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    }
    if (this.#size < this.#expected) return;
    const all = Buffer.concat(this.#parts);
    const reply = { status: Number(all.toString('latin1', 9, 12)), body: all.toString('utf8', this.#bodyAt) };
    this.#parts = [];
    this.#size = 0;
    this.#expected = -1;
    this.#done?.(reply);
  }
}

type Load = {
  port: number;
  connections: number;
  seconds: number;
  source: Source;
  /** Between a response and the next request. */ pause_ms?: number;
};

/** Sends requests over several connections for a time, sequentially on each. */
export async function load({ port, connections, seconds, source, pause_ms }: Load): Promise<LoadResult> {
  const result: LoadResult = { requests: 0, failed: 0, seconds: 0, latencies: [], first_failure: '' };
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  const work = async (connection: number): Promise<void> => {
    const line = new Line(port);
    for (;;) {
      const shot = performance.now() < end ? source(connection) : null;
      if (!shot) break;
      const at = performance.now();
      const reply = await line.send(compose(shot));
      result.latencies.push(performance.now() - at);
      result.requests += 1;
      if (reply.status >= 300) {
        result.failed += 1;
        result.first_failure ||= `${reply.status} ${reply.body.slice(0, 300)}`;
      }
      if (pause_ms) await wait(pause_ms);
    }
    line.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
  result.seconds = (performance.now() - startedAt) / 1000;
  return result;
}

/** The value below which this share of the numbers lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
