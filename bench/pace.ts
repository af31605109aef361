import { sql } from 'kysely';
import type { Context } from '../server/src/core/context.ts';
import { beats, postmasterOf, type Side } from './compare.ts';
import { openData } from './data.ts';
import { load } from './loader.ts';
import { prepare, type Sheet } from './people.ts';
import { cpuSeconds, treeSeconds } from '../server/test/processes/usage.ts';
import { startMinimal, startProduct, type Running } from './servers.ts';

// `npm run bench -- pace [SECONDS]`: 990 members, a heartbeat of each every 15 seconds, first with the one server, then with the
// other. Nothing is saturated, so only processor, WAL and updates count; sessions age as in life.

const seconds = Number(process.argv[2] ?? 300);
const connections = 16;
const beatEverySec = 15;
const tables = ['play_tickets', 'members', 'learning_records', 'learning_days', 'user_sessions'];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

type Counters = { wal: number; updates: { table: string; all: number; hot: number }[] };

async function count({ db }: Context): Promise<Counters> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const wal = await sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(
    db,
  );
  const { rows: updates } = await sql<
    Counters['updates'][number]
  >`select relname as table, n_tup_upd as all, n_tup_hot_upd as hot
    from pg_stat_user_tables where relname = any(${tables}) order by relname`.execute(db);
  return { wal: Number(wal.rows[0]?.bytes ?? 0), updates };
}

async function measure(
  side: Side,
  { server, sheet, ctx, postmaster }: { server: Running; sheet: Sheet; ctx: Context; postmaster: number },
): Promise<number> {
  const source = beats(side, sheet);
  const pause_ms = (beatEverySec * 1000) / Math.floor(sheet.members.length / 2 / connections);
  const run = (length: number) => load({ port: server.port, connections, seconds: length, source, pause_ms });
  await run(beatEverySec * 2); // every ticket twice: the first beat of a lesson inserts rows
  await sql`analyze members, play_tickets, learning_days, learning_records, user_sessions`.execute(ctx.db);
  await sql`checkpoint`.execute(ctx.db); // pages are logged whole once after it, for either side
  const before = await count(ctx);
  const [app, database] = [cpuSeconds(server.pid), treeSeconds(postmaster)];
  const { requests, failed, first_failure: failure } = await run(seconds);
  const cpu = [cpuSeconds(server.pid) - app, treeSeconds(postmaster) - database];
  const after = await count(ctx);
  if (failed > 0) process.exitCode = 1;
  const cost = cpu.map((one) => ((one / requests) * 1_000_000).toFixed(0)).join(' + ');
  const hot = after.updates.map(({ table, all, hot: now }, index) => {
    const was = before.updates[index];
    const updated = all - (was?.all ?? 0);
    return `${table} ${updated === 0 ? '–' : `${((100 * (now - (was?.hot ?? 0))) / updated).toFixed(0)} %`} of ${updated}`;
  });
  print(
    `| ${side} | ${requests} | ${cost} | ${((after.wal - before.wal) / requests).toFixed(0)} | ${hot.join(', ')} | ${failed > 0 ? failure : '0'} |`,
  );
  return cpu.reduce((sum, one) => sum + one, 0) / requests;
}

const data = await openData(print);
const sheet = await prepare(data);
const postmaster = await postmasterOf(data.ctx.db);
const costs: number[] = [];
print(
  '\n| server | beats | µs in server + database | bytes of WAL a beat | HOT updates | failed |\n|---|---|---|---|---|---|',
);
for (const [side, start] of [
  ['minimal', startMinimal],
  ['product', startProduct],
] as const) {
  const server = await start(data);
  costs.push(await measure(side, { server, sheet, ctx: data.ctx, postmaster }).finally(() => server.stop()));
}
const [minimal = 0, product = 0] = costs;
print(`\nprocessor: ${(product / minimal).toFixed(2)} of the minimal server`);
await data.close();
