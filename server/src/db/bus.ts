import { CompiledQuery, type Kysely } from 'kysely';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { notifyText } from './own-messages.ts';
import type { Connection } from './pool.ts';
import type { Database } from './tables.ts';
import type { DatabaseWatch } from './outage/watch-database.ts';

/** `topic` or `topic:key`, such as `configs` or `user:7`. */
export type Bus = {
  /** Notifies every node, including this one, once the transaction has committed. */
  publish: (db: Kysely<Database>, message: string) => Promise<void>;
  /** Delivers this node's own message as soon as it is committed, so that the response sees no stale cache; it arrives from the database a second time. */
  hear: (message: string) => void;
  /** Calls the listener for every message of a topic; without a key when messages may have been missed. */
  subscribe: (topic: string, listener: (key: string | null) => void) => void;
  close: () => Promise<void>;
};

const connectTimeoutMs = 5000;
const [minPauseMs, maxPauseMs] = [200, 5000];
const askMs = 30_000;
type Listeners = Map<string, ((key: string | null) => void)[]>;

function deliver(listeners: Listeners, message: string): void {
  const [topic = '', key = null] = message.split(/:(.*)/s);
  for (const listener of listeners.get(topic) ?? []) listener(key);
}

function forgetEverything(listeners: Listeners): void {
  for (const list of listeners.values()) for (const listener of list) listener(null);
}

type Listening = {
  connection: Connection;
  /** The name of the channel, for whoever may know it. */
  channel: string;
  listeners: Listeners;
  log: Logger;
  watch?: DatabaseWatch | undefined;
};
type Line = { end: () => Promise<void>; gone: Promise<void> };

/** A line that only listens learns by nothing else that something between has forgotten it. */
async function breakIfMute(client: pg.Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), connectTimeoutMs).unref();
  await client.query('select 1').catch(() => undefined);
  clearTimeout(late);
}

async function openLine({ connection, channel, listeners, log, watch }: Listening): Promise<Line> {
  const client = new pg.Client({
    ...connection,
    application_name: 'kaike-bus',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  const closed = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  client.on('error', (error) => log.warn({ err: error }, 'message connection lost'));
  client.on('notification', (notice) => deliver(listeners, notice.payload ?? ''));
  try {
    await client.connect();
    watch?.add(client);
    await client.query(`listen ${channel}`);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  const asking = setInterval(() => void breakIfMute(client), askMs).unref();
  void closed.then(() => clearInterval(asking));
  return { gone: closed, end: () => client.end() };
}

/** Exponential back-off, with jitter so that the nodes do not reconnect all at once. */
const pauseAfter = (failures: number): number =>
  minPauseMs + Math.random() * (Math.min(maxPauseMs, minPauseMs * 2 ** (failures + 1)) - minPauseMs);

async function reopenLine(listening: Listening, signal: AbortSignal): Promise<Line | null> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    await wait(pauseAfter(failures), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
    try {
      return await openLine(listening);
    } catch (error) {
      if (failures === 0) listening.log.warn({ err: error }, 'messages between nodes wait for the database');
    }
  }
  return null;
}

/** Keeps one LISTEN connection alive, with one attempt at a time; after every reconnect all caches are dropped, as messages may have been missed. */
async function listen(listening: Listening): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let line: Line | null = await openLine(listening);
  const keepOpen = async (): Promise<void> => {
    while (line !== null) {
      await line.gone;
      line = await reopenLine(listening, stopping.signal);
      if (line) forgetEverything(listening.listeners);
      if (stopping.signal.aborted) await line?.end();
    }
  };
  const ended = keepOpen();
  return async () => {
    stopping.abort();
    await line?.end();
    await ended;
  };
}

const send = async (db: Kysely<Database>, channel: string, messages: readonly string[]): Promise<void> =>
  void (await db.executeQuery(CompiledQuery.raw(notifyText, [channel, messages])));

/** Sends messages one statement at a time: those that come while one is on its way go together in the next. */
function createGathering(channel: string): Bus['publish'] {
  let last: Promise<void> = Promise.resolve();
  let next: { messages: string[]; sent: Promise<void> } | null = null;
  return (db, message) => {
    if (next) {
      next.messages.push(message);
      return next.sent;
    }
    const messages = [message];
    const sent = last.then(() => {
      next = null;
      return send(db, channel, messages);
    });
    last = sent.catch(() => undefined);
    next = { messages, sent };
    return sent;
  };
}

/** Messages between nodes by LISTEN/NOTIFY: delivered when the transaction commits, never earlier. */
export async function createBus({ connection, channel, log, watch }: Omit<Listening, 'listeners'>): Promise<Bus> {
  const listeners: Listeners = new Map();
  const stop = await listen({ connection, channel, listeners, log, watch });
  const gather = createGathering(channel);
  return {
    // In a transaction it is sent when that commits; alone it would wait for its own commit, one after the other.
    publish: (db, message) => (db.isTransaction ? send(db, channel, [message]) : gather(db, message)),
    hear: (message) => deliver(listeners, message),
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    close: stop,
  };
}
