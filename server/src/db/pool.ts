import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { watchMessages, type Hear, type Watch } from './own-messages.ts';
import type { Database } from './tables.ts';
import type { DatabaseWatch } from './outage/watch-database.ts';

export type Db = Kysely<Database>;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// Calendar days stay text: a Date would shift them by the server's zone.
pg.types.setTypeParser(pg.types.builtins.DATE, String);
// int8[]: the driver's constants name scalars only.
const int8Array = 1016 as number as Parameters<typeof pg.types.setTypeParser>[0];
const parseTexts: (text: string) => (string | number)[] = pg.types.getTypeParser(int8Array);
pg.types.setTypeParser(int8Array, (text: string) => parseTexts(text).map(Number));

/** Statements beyond this many shapes run unnamed, so that no request can fill the server's memory with plans. */
const maximumNamed = 1000;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing || names.size >= maximumNamed) return existing;
  const name = `k${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

/** Called with each statement as it is sent; what it returns is called with the number of its rows, or null when it failed. */
export type Measure = (text: string) => ((rows: number | null) => void) | null;

type Wrapped = PostgresPoolClient & { isNaming?: boolean };
type Done = { rowCount: number | null };
type Watchers = { hear?: Hear | undefined; measure?: Measure | undefined; watch?: DatabaseWatch | undefined };

const noWatch: Watch = () => undefined;

/** Makes every parameterised query of a connection a named, prepared statement, and reports those that succeeded. */
function nameStatements(client: pg.PoolClient, { hear, measure, watch: database }: Watchers): PostgresPoolClient {
  const wrapped = client as unknown as Wrapped;
  if (wrapped.isNaming) return wrapped;
  const watch = hear ? watchMessages(hear) : noWatch;
  const run = client.query.bind(client) as (...args: unknown[]) => Promise<Done>;
  wrapped.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    // Other users of the pool pass config objects or callbacks; those calls are not changed.
    if (typeof text !== 'string' || typeof values === 'function' || rest.length > 0) return run(text, values, ...rest);
    const name = Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    const ended = measure?.(text);
    const end = database?.begin(client);
    const sent = run({ text, values: values ?? [], ...(name ? { name } : {}) });
    const result = end ? sent.finally(end) : sent;
    const succeed = (done: Done): Done => {
      watch(text, values);
      ended?.(done.rowCount ?? 0);
      return done;
    };
    if (!ended) return result.then(succeed);
    return result.then(succeed, (error: unknown) => {
      ended(null);
      throw error;
    });
  }) as unknown as Wrapped['query'];
  wrapped.isNaming = true;
  return wrapped;
}

export type Connection = Pick<pg.ClientConfig, 'ssl' | 'client_encoding' | 'options'> & {
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  connectionString?: string;
};

/** What every connection of a pool sets for itself. */
export const sessionOptions = '-c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000 -c timezone=UTC';

const usualWaitMs = 10_000;

/**
 * A pool of at most `max` connections; a statement waits at most `wait_ms` for one of them. An idle connection that breaks is reported
 * to `onError` instead of ending the process.
 */
export function createPool(
  connection: Connection,
  options: { max?: number; wait_ms?: number | undefined; onError?: (error: Error) => void } = {},
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 6,
    application_name: 'kaike',
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: options.wait_ms ?? usualWaitMs,
    options: sessionOptions,
  });
  surviveErrors(pool, options.onError);
  return pool;
}

function surviveErrors(pool: pg.Pool, onError?: (error: Error) => void): void {
  pool.on('error', (error) => onError?.(error));
  // A connection that breaks in use fails its statement; without its own listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Another pool to the same database with connections of its own. */
export function forkPool(pool: pg.Pool, max: number, onError?: (error: Error) => void): pg.Pool {
  // The pool hides its password from copies.
  const fork = new pg.Pool({ ...pool.options, password: pool.options.password, max });
  surviveErrors(fork, onError);
  return fork;
}

/** Typed queries over the pool; `hear` receives every message sent to the nodes, once it is committed. */
export function createDb(pool: pg.Pool, watchers: Watchers = {}): Db {
  const named: PostgresPool = {
    connect: async () =>
      nameStatements(await (watchers.watch ? watchers.watch.connect(pool) : pool.connect()), watchers),
    end: () => pool.end(),
  };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: named }) });
}
