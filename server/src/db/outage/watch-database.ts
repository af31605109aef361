import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Connection } from '../pool.ts';

/** Thrown by what waits while the database does not answer. Whether a write took place is then unknown: it is whole, or not at all. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  constructor() {
    super('the database does not answer');
  }
}

type Client = pg.ClientBase & { readonly connection: pg.Connection; readonly processID?: number | null };
type Waiting = { since: number; client: Client | null; misses: number };

/**
 * Notices that the database does not answer, which no time limit of statements can: one statement may take minutes. What
 * waits is then refused, and whatever comes, until it answers again.
 */
export type DatabaseWatch = {
  readonly isAway: boolean;
  /** Breaks this connection when the database stops answering, so that whoever uses it learns of it. */
  add: (client: pg.ClientBase) => void;
  /** Counts a statement as waiting; call the result when it has ended. */
  begin: (client: pg.ClientBase) => () => void;
  /** Opens a connection, unless the database is away or turns out to be. */
  connect: (pool: pg.Pool) => Promise<pg.PoolClient>;
  /** Whether it answers within so many milliseconds, however busy the pools are. */
  answers: (ms: number) => Promise<boolean>;
  close: () => Promise<void>;
};

const tickMs = 500;
/** After this time a statement is slow enough to ask whether the database lives. */
const slowMs = 1000;
/** How long a lively database may take for the smallest statement. */
const patienceMs = 2000;
/** After this time the database is asked whether it works on the statement at all. */
const lostMs = 5000;
/** Answers in a row that know nothing of a statement: its connection has died. */
const missesOfLost = 2;

/** Whether the promise is fulfilled in time. A busy process handles what has arrived before it judges. */
async function isInTime(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const patience = new AbortController();
  const late = wait(ms, false, { signal: patience.signal, ref: false })
    .then(() => new Promise<boolean>((resolve) => void setImmediate(() => resolve(false))))
    .catch(() => false);
  const inTime = await Promise.race([
    promise.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  patience.abort();
  return inTime;
}

const breakClient = ({ connection }: Client): void => void connection.stream.destroy(new DatabaseAwayError());

/** Watches the database of a process by the statements that wait for it; nothing is sent while none is slow. */
export function createDatabaseWatch({ connection, log }: { connection: Connection; log: Logger }): DatabaseWatch {
  const clients = new Set<Client>();
  const waiting = new Set<Waiting>();
  const refusals = new Set<() => void>();
  const stopping = new AbortController();
  let probe: Promise<pg.Client> | null = null;
  let [isAway, isAsking] = [false, false];
  /** Statements that have ended: while this grows, the database answers. */
  let ended = 0;

  async function openProbe(): Promise<pg.Client> {
    const client = new pg.Client({
      ...connection,
      application_name: 'kaike-watch',
      connectionTimeoutMillis: patienceMs,
    });
    client.on('error', () => dropProbe());
    await client.connect();
    return client;
  }
  function dropProbe(): void {
    const old = probe;
    probe = null;
    void old?.then((client) => breakClient(client as Client)).catch(() => undefined);
  }
  /** The server processes among these that work on a statement. Rejects when the database refuses, and waits as long as it does. */
  async function listActive(pids: readonly number[]): Promise<ReadonlySet<number>> {
    probe ??= openProbe();
    const { rows } = await (
      await probe
    ).query<{ pid: number }>("select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'", [
      pids,
    ]);
    return new Set(rows.map(({ pid }) => pid));
  }

  const lostOnes = (now: number): Waiting[] =>
    [...waiting].filter(({ since, client }) => client?.processID && now - since > lostMs);

  /** Breaks connections on which the database does nothing, though statements wait: something between has forgotten them. */
  function breakLost(old: readonly Waiting[], active: ReadonlySet<number>): void {
    for (const one of old) {
      if (!waiting.has(one) || !one.client) continue;
      one.misses = active.has(one.client.processID ?? 0) ? 0 : one.misses + 1;
      if (one.misses < missesOfLost) continue;
      log.warn('a connection to the database has died; it is replaced');
      breakClient(one.client);
    }
  }

  async function ask(): Promise<void> {
    const before = ended;
    const old = lostOnes(performance.now());
    let active: ReadonlySet<number> | null = null;
    const pids = old.flatMap(({ client }) => client?.processID ?? []);
    // A refusal is an answer, too: the statements themselves will get it.
    const asked = listActive(pids).then(
      (found) => void (active = found),
      (error: unknown) => {
        dropProbe();
        if (isTimeout(error)) return new Promise<never>(() => undefined);
      },
    );
    if (await isInTime(asked, patienceMs)) {
      if (active) breakLost(old, active);
      return;
    }
    dropProbe();
    if (ended === before && waiting.size > 0) leave();
  }

  function leave(): void {
    isAway = true;
    log.warn('the database does not answer; what needs it is refused until it does');
    for (const client of clients) breakClient(client);
    for (const refuse of refusals) refuse();
    void comeBack();
  }

  async function comeBack(): Promise<void> {
    while (isAway && !stopping.signal.aborted) {
      await wait(tickMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      if (await isInTime(listActive([]), patienceMs)) {
        isAway = false;
        log.info('the database answers again');
      } else dropProbe();
    }
  }

  const timer = setInterval(() => {
    const now = performance.now();
    if (isAsking || isAway || ![...waiting].some(({ since }) => now - since > slowMs)) return;
    isAsking = true;
    void ask().finally(() => (isAsking = false));
  }, tickMs).unref();

  const begin = (client: Client | null): (() => void) => {
    const one: Waiting = { since: performance.now(), client, misses: 0 };
    waiting.add(one);
    return () => {
      waiting.delete(one);
      // To be given a connection that was open is no answer.
      if (client) ended += 1;
    };
  };

  return {
    get isAway() {
      return isAway;
    },
    add(client) {
      clients.add(client as Client);
      client.on('end', () => void clients.delete(client as Client));
      if (isAway) breakClient(client as Client);
    },
    begin: (client) => begin(client as Client),
    async connect(pool) {
      if (isAway) throw new DatabaseAwayError();
      const end = begin(null);
      const opening = pool.connect();
      let refuse = (): void => undefined;
      const refused = new Promise<never>((_resolve, reject) => {
        refuse = () => {
          // Whoever asked has left by the time it opens.
          opening.then((client) => client.release()).catch(() => undefined);
          reject(new DatabaseAwayError());
        };
      });
      refusals.add(refuse);
      try {
        return await Promise.race([opening, refused]);
      } finally {
        refusals.delete(refuse);
        end();
      }
    },
    async answers(ms) {
      if (isAway) return false;
      const isAnswered = await isInTime(listActive([]), ms);
      if (!isAnswered) dropProbe();
      return isAnswered;
    },
    async close() {
      stopping.abort();
      clearInterval(timer);
      const client = await probe?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
}

/** The driver's own words for a connection that was not opened in time. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error instanceof DatabaseAwayError || error.message.startsWith('timeout exp'));
