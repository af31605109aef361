import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { sessionOptions } from '../pool.ts';

/** How many more connections look: a pooler may run as several processes, each with server connections of its own. */
const witnesses = 4;

const wayOut =
  'let DATABASE_URL name the PostgreSQL itself, or set pool_mode = session for this database and user in pgbouncer.ini';

const pooled = (mode: string): OperatorError =>
  new OperatorError(
    `DATABASE_URL leads to a connection pooler in ${mode} mode, in which messages between servers, background jobs and prepared statements are lost: ${wayOut}.`,
  );

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, options: sessionOptions });
  client.on('error', () => undefined); // a query on a broken connection fails itself
  try {
    await client.connect();
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    // PgBouncer's words; PostgreSQL itself knows the parameter.
    if (cause instanceof Error && cause.message.includes('unsupported startup parameter'))
      throw new OperatorError(
        `The connection pooler of DATABASE_URL refuses the start-up parameter "options": ${wayOut}, with ignore_startup_parameters = options and, as the database's owner, alter role … set timezone = 'UTC'.`,
        { cause },
      );
    throw cause;
  }
}

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

/** Begins a transaction and tells its backend; a pooler by statement has no transactions. */
async function holdBackend(client: pg.Client): Promise<number> {
  try {
    await client.query('begin');
  } catch {
    throw pooled('statement');
  }
  return backendOf(client);
}

async function assertZone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ zone: string; role: string }>(
    "select current_setting('timezone') as zone, quote_ident(current_user) as role",
  );
  const { zone = '', role = '' } = rows[0] ?? {};
  if (!['UTC', 'Etc/UTC', 'GMT'].includes(zone))
    throw new OperatorError(
      `The connections of DATABASE_URL work in the time zone ${zone}, as a pooler drops what Kaike sets: alter role ${role} set timezone = 'UTC', then restart the pooler.`,
    );
}

/**
 * Refuses a pooler that gives one server connection to several clients in turn, which looks healthy while LISTEN, locks and prepared
 * statements of one go to another. Direct connections, and poolers by session, give each client a backend of its own.
 */
export async function assertOwnSessions(connectionString: string): Promise<void> {
  const clients: pg.Client[] = [];
  const open = async (): Promise<pg.Client> => {
    const client = await connect(connectionString);
    clients.push(client);
    return client;
  };
  try {
    const first = await open();
    await assertZone(first);
    const own = await backendOf(first);
    if ((await backendOf(first)) !== own) throw pooled('transaction');
    for (let count = 0; count < witnesses; count += 1) {
      // Each holds what it got, so that the next one gets something else.
      if ((await holdBackend(await open())) === own) throw pooled('transaction');
    }
    if ((await backendOf(first)) !== own) throw pooled('transaction');
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
