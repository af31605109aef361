import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection } from './pool.ts';
import type { Database } from './tables.ts';

/** `topic` or `topic:key`, such as `configs` or `user:7`. */
export type Bus = {
  /** Tells every node, this one included, once the transaction has committed. */
  publish: (db: Kysely<Database>, message: string) => Promise<void>;
  /** Calls back for every message of a topic; with no key when messages may have been missed. */
  subscribe: (topic: string, listener: (key: string | null) => void) => void;
  close: () => Promise<void>;
};

const channel = 'kaike';
type Listeners = Map<string, ((key: string | null) => void)[]>;

function deliver(listeners: Listeners, message: string): void {
  const [topic = '', key = null] = message.split(/:(.*)/s);
  for (const listener of listeners.get(topic) ?? []) listener(key);
}

function forgetEverything(listeners: Listeners): void {
  for (const list of listeners.values()) for (const listener of list) listener(null);
}

type Listening = { connection: Connection; listeners: Listeners; log: Logger; isClosed: () => boolean };

/** Keeps one LISTEN connection alive; after every reconnect all caches are dropped, as messages may have been missed. */
async function listen(given: Listening): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...given.connection, application_name: 'kaike-bus', keepAlive: true });
    next.on('error', (error) => given.log.warn({ err: error }, 'message connection lost'));
    next.on('end', () => {
      if (!given.isClosed()) timer = setTimeout(() => void connect().catch(() => next.emit('end')), 1000);
    });
    next.on('notification', (notice) => deliver(given.listeners, notice.payload ?? ''));
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
    forgetEverything(given.listeners);
  };
  await connect();
  return async () => {
    if (timer) clearTimeout(timer);
    await client?.end();
  };
}

/** Messages between nodes by LISTEN/NOTIFY: delivered when the transaction commits, never before. */
export async function createBus({ connection, log }: { connection: Connection; log: Logger }): Promise<Bus> {
  const listeners: Listeners = new Map();
  let isClosed = false;
  const stop = await listen({ connection, listeners, log, isClosed: () => isClosed });
  return {
    async publish(db, message) {
      await sql`select pg_notify(${channel}, ${message})`.execute(db);
    },
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    async close() {
      isClosed = true;
      await stop();
    },
  };
}
