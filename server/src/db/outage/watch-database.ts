import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

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
/** How long a lively database may take for the smallest statement over an open connection, however busy its machine is. */
const defaultTimeoutMs = 3000;
/** After this time the database is asked whether it works on the statement at all. */
const lostMs = 5000;
/** Answers in a row that know nothing of a statement: its connection has died. */
const missesOfLost = 2;

/** Whether the promise is fulfilled in time. A busy process handles what has arrived before it judges. */
async function isInTime(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = wait(ms, false, { signal: timer.signal, ref: false })
    .then(() => new Promise<boolean>((resolve) => void setImmediate(() => resolve(false))))
    .catch(() => false);
  const inTime = await Promise.race([
    promise.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  timer.abort();
  return inTime;
}

const breakClient = ({ connection }: Client): void => void connection.stream.destroy(new DatabaseAwayError());

type Parts = { connection: pg.ClientConfig; log: Logger; timeout_ms?: number | undefined };

/** One connection for the smallest statement, open before it is needed and replaced when it is broken. */
class Probe {
  private client: Promise<pg.Client> | null = null;
  private readonly connection: pg.ClientConfig;
  private readonly timeoutMs: number;

  constructor(connection: pg.ClientConfig, timeoutMs: number) {
    this.connection = connection;
    this.timeoutMs = timeoutMs;
  }

  async open(): Promise<pg.Client> {
    this.client ??= this.connect();
    return this.client;
  }

  /** The server processes among these that work on a statement. Waits as long as the database does not answer. */
  async listActive(pids: readonly number[]): Promise<ReadonlySet<number>> {
    const client = await this.open();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'",
      [pids],
    );
    return new Set(rows.map(({ pid }) => pid));
  }

  drop(): void {
    const old = this.client;
    this.client = null;
    void old?.then((client) => breakClient(client as Client)).catch(() => undefined);
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => null);
    await client?.end().catch(() => undefined);
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.connection,
      application_name: 'kaike-watch',
      connectionTimeoutMillis: this.timeoutMs,
    });
    client.on('error', () => this.drop());
    await client.connect();
    return client;
  }
}

class Watch implements DatabaseWatch {
  isAway = false;
  private readonly clients = new Set<Client>();
  private readonly waiting = new Set<Waiting>();
  private readonly refusals = new Set<() => void>();
  private readonly stopping = new AbortController();
  private readonly log: Logger;
  private readonly timeoutMs: number;
  private readonly probe: Probe;
  private readonly timer: NodeJS.Timeout;
  private isAsking = false;
  /** Statements that have ended: while this grows, the database answers. */
  private ended = 0;

  constructor({ connection, log, timeout_ms = defaultTimeoutMs }: Parts) {
    this.log = log;
    this.timeoutMs = timeout_ms;
    this.probe = new Probe(connection, timeout_ms);
    this.timer = setInterval(() => this.look(), tickMs).unref();
  }

  add = (client: pg.ClientBase): void => {
    const added = client as Client;
    this.clients.add(added);
    client.on('end', () => void this.clients.delete(added));
    if (this.isAway) breakClient(added);
  };

  begin(client: pg.ClientBase | null): () => void {
    const one: Waiting = { since: performance.now(), client: client as Client | null, misses: 0 };
    this.waiting.add(one);
    return () => {
      this.waiting.delete(one);
      // To be given a connection that was open is no answer.
      if (client) this.ended += 1;
    };
  }

  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    if (this.isAway) throw new DatabaseAwayError();
    const end = this.begin(null);
    const opening = pool.connect();
    let refuse = (): void => undefined;
    const refused = new Promise<never>((_resolve, reject) => {
      refuse = () => {
        // Whoever asked has left by the time it opens.
        opening.then((client) => client.release()).catch(() => undefined);
        reject(new DatabaseAwayError());
      };
    });
    this.refusals.add(refuse);
    try {
      return await Promise.race([opening, refused]);
    } finally {
      this.refusals.delete(refuse);
      end();
    }
  }

  async answers(ms: number): Promise<boolean> {
    if (this.isAway) return false;
    const isAnswered = await isInTime(this.probe.listActive([]), ms);
    if (!isAnswered) this.probe.drop();
    return isAnswered;
  }

  async close(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.probe.close();
  }

  private look(): void {
    if (this.waiting.size === 0 || this.isAsking || this.isAway) return;
    const now = performance.now();
    // Open before it is needed: to open a connection takes a busy machine longer than to answer over one.
    void this.probe.open().catch(() => this.probe.drop());
    if (![...this.waiting].some(({ since }) => now - since > slowMs)) return;
    this.isAsking = true;
    void this.ask(now).finally(() => (this.isAsking = false));
  }

  private async ask(now: number): Promise<void> {
    const before = this.ended;
    const old = [...this.waiting].filter(({ since, client }) => client?.processID && now - since > lostMs);
    const pids = old.flatMap(({ client }) => client?.processID ?? []);
    let active: ReadonlySet<number> | null = null;
    const answer = this.probe.listActive(pids).then(
      (list) => void (active = list),
      async (error: unknown) => {
        this.probe.drop();
        // A refusal is an answer, too: the statements themselves will get it.
        if (isTimeout(error)) await new Promise<never>(() => undefined);
      },
    );
    if (await isInTime(answer, this.timeoutMs)) {
      if (active) this.breakLost(old, active);
      return;
    }
    this.probe.drop();
    if (this.ended === before && this.waiting.size > 0) this.leave();
  }

  /** Breaks connections on which the database does nothing, though statements wait: something between has forgotten them. */
  private breakLost(old: readonly Waiting[], active: ReadonlySet<number>): void {
    for (const one of old) {
      if (!this.waiting.has(one) || !one.client) continue;
      one.misses = active.has(one.client.processID ?? 0) ? 0 : one.misses + 1;
      if (one.misses < missesOfLost) continue;
      this.log.warn('a connection to the database has died; it is replaced');
      breakClient(one.client);
    }
  }

  private leave(): void {
    this.isAway = true;
    this.log.warn('the database does not answer; what needs it is refused until it does');
    for (const client of this.clients) breakClient(client);
    for (const refuse of this.refusals) refuse();
    void this.comeBack();
  }

  private async comeBack(): Promise<void> {
    while (this.isAway) {
      await wait(tickMs, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
      if (this.stopping.signal.aborted) return;
      if (await isInTime(this.probe.listActive([]), this.timeoutMs)) {
        this.isAway = false;
        this.log.info('the database answers again');
      } else this.probe.drop();
    }
  }
}

/** Watches the database of a process by the statements that wait for it. */
export const createDatabaseWatch = (parts: Parts): DatabaseWatch => new Watch(parts);

/** The driver's own words for a connection that was not opened in time. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error instanceof DatabaseAwayError || error.message.startsWith('timeout exp'));
