import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { createSecrets } from '../server/src/core/secrets.ts';
import { startEmbedded } from '../server/src/db/embedded.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { createDb, createPool, type Connection, type Db } from '../server/src/db/pool.ts';
import { proveLedger } from '../server/src/features/agencies/agencies/public.ts';

// At least 100,000 quota moves by several concurrent processes over 50 agencies. Every process is killed in the middle of
// every round and then repeats its requests; the ledger must be consistent after every kill and at the end.
const agencyCount = 50;
const targetMoves = 100_000;
const movesEachRound = 6000;
const processes = 3;
const secret = 'a secret of this benchmark';
const workers = 4;

const fixture = join(
  import.meta.dirname,
  '..',
  'server',
  'src',
  'features',
  'agencies',
  'quota',
  'random-moves.fixture.ts',
);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function buildAgencies(db: Db): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`insert into agencies (code, name, status) select 'L' || n, '代理商 ' || n, 1
    from generate_series(1, ${agencyCount}::int) n returning id`.execute(db);
  return rows.map(({ id }) => Number(id));
}

const startRound = async (connection: Connection, ids: readonly number[], seed: number): Promise<ChildProcess> => {
  const child = fork(fixture, { execArgv: ['--import', 'tsx'] });
  child.send({ connection, plan: { secret, agency_ids: ids, seed, count: movesEachRound, workers } });
  await once(child, 'message');
  return child;
};

async function prove(db: Db, when: string): Promise<number> {
  const { moves, drifts, unbalanced } = await proveLedger({
    db,
    secrets: createSecrets(secret),
    config: { data_dir: tmpdir() },
  });
  if (drifts.length + unbalanced.length > 0) throw new Error(`${when}: ${JSON.stringify({ drifts, unbalanced })}`);
  return moves;
}

/** Kills all processes once, then lets them finish their moves. */
async function runRound(
  db: Db,
  { connection, ids, round }: { connection: Connection; ids: readonly number[]; round: number },
): Promise<number> {
  const seeds = Array.from({ length: processes }, (_one, index) => round * processes + index + 1);
  const first = await Promise.all(seeds.map((seed) => startRound(connection, ids, seed)));
  await wait(1000 + ((round * 700) % 2500));
  for (const child of first) child.kill('SIGKILL');
  await Promise.all(
    first.map((child) =>
      child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve(),
    ),
  );
  await prove(db, `after the kills of round ${round}`);
  const second = await Promise.all(seeds.map((seed) => startRound(connection, ids, seed)));
  await Promise.all(
    second.map(async (child) => {
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`a process of round ${round} failed`);
    }),
  );
  return prove(db, `after round ${round}`);
}

const folder = mkdtempSync(join(tmpdir(), 'kaike-ledger-'));
const database = await startEmbedded({ data_dir: folder, database: 'ledger', log: () => undefined });
const pool = createPool(database.connection, { max: 2 });
const started = Date.now();
try {
  await migrate(pool, { log: () => undefined });
  const db = createDb(pool);
  const ids = await buildAgencies(db);
  let moves = 0;
  let round = 0;
  while (moves < targetMoves) {
    moves = await runRound(db, { connection: database.connection, ids, round });
    round += 1;
    print(
      `round ${round}: ${moves} moves, ${round * processes} processes killed, no drift (${((Date.now() - started) / 1000).toFixed(0)} s)`,
    );
  }
  print(`${moves} moves over ${agencyCount} agencies: every balance is the sum of its moves.`);
} finally {
  await pool.end();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
