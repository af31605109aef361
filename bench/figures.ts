import { setTimeout as wait } from 'node:timers/promises';
import { weighVisits } from '../tools/check-budget.mjs';
import { benchPassword, passwordAccounts, type BenchData } from './data.ts';
import { load, percentile, type Shot, type Source } from './loader.ts';
import type { Sheet } from './people.ts';
import { cpuSeconds, memory } from '../server/test/processes/usage.ts';
import { startProduct, type Running } from './servers.ts';

export type Figure = { name: string; is: string; target: string; is_met: boolean };
export type Bench = { data: BenchData; sheet: Sheet; product: Running };

const mebibyte = 1024 * 1024;

export async function call({ port }: Pick<Running, 'port'>, shot: Shot): Promise<Response> {
  const reply = await fetch(`http://127.0.0.1:${port}${shot.path}`, {
    method: shot.method,
    headers: { ...shot.headers, ...(shot.body ? { 'Content-Type': 'application/json' } : {}) },
    ...(shot.body ? { body: JSON.stringify(shot.body) } : {}),
  });
  if (!reply.ok) throw new Error(`${shot.path}: ${reply.status} ${(await reply.text()).slice(0, 300)}`);
  return reply;
}

const maxStartMs = 1200;
const starts = 5;
/** By then the running server is idle. */
const settleMs = 5000;

/** Starts beside the running server, as an operator restarts it: the shortest and the median. */
async function measureStarts(data: BenchData): Promise<Figure> {
  const times: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const { start_ms, stop } = await startProduct(data);
    times.push(start_ms);
    await stop();
  }
  const shortest = Math.min(...times);
  return {
    name: `start to the first response, median ${(percentile(times, 0.5) / 1000).toFixed(2)} s, shortest`,
    is: `${(shortest / 1000).toFixed(2)} s`,
    target: `≤ ${maxStartMs / 1000} s`,
    is_met: shortest <= maxStartMs,
  };
}

/** How long a worker takes to start, and its memory while idle. */
export async function measureIdle({ product, data }: Bench): Promise<Figure[]> {
  await wait(settleMs);
  const { now } = memory(product.pid);
  return [
    await measureStarts(data),
    { name: 'idle memory of a worker', is: `${now.toFixed(0)} MiB`, target: '≤ 160 MiB', is_met: now <= 160 },
  ];
}

/** Without a pause a single reader would use half a processor and distort the figure. */
const warmUpSeconds = 2;
const readerPauseMs = 20;

/** Concurrent logins of many accounts while members continue to read. */
export async function measureLogins(bench: Bench): Promise<Figure[]> {
  const { rows } = await bench.data.ctx.pool.query<{ username: string }>(
    'select username from users where password_hash is not null and username like $1 order by id limit $2',
    ['bench\\_%', passwordAccounts],
  );
  let next = 0;
  const logins: Source = () => {
    const row = rows[next];
    next += 1;
    return row
      ? { method: 'POST', path: '/api/open/login', body: { username: row.username, password: benchPassword } }
      : null;
  };
  const [member] = bench.sheet.members;
  const reads: Source = () => ({
    method: 'GET',
    path: `/web-api/home/courses/${member?.course_id}`,
    headers: member?.headers ?? {},
  });
  const { port, pid } = bench.product;
  // Lets the server compile its hot code first.
  await load({ port, connections: 8, seconds: warmUpSeconds, source: logins });
  const before = cpuSeconds(pid);
  const [login, read] = await Promise.all([
    load({ port, connections: 8, seconds: 5, source: logins }),
    load({ port, connections: 1, seconds: 5, source: reads, pause_ms: readerPauseMs }),
  ]);
  const rate = (login.requests - login.failed) / login.seconds;
  const p99 = percentile(read.latencies, 0.99);
  const cpu = ((cpuSeconds(pid) - before) * 1000) / Math.max(1, login.requests);
  return [
    {
      name: `logins a second, argon2id 12 MiB (${cpu.toFixed(0)} ms of processor each${login.failed ? `; failed: ${login.first_failure}` : ''})`,
      is: rate.toFixed(0),
      target: '≥ 100',
      is_met: rate >= 100,
    },
    {
      name: `${(read.requests / read.seconds).toFixed(0)} other requests a second meanwhile, p99`,
      is: `${p99.toFixed(0)} ms`,
      target: '< 50 ms',
      is_met: p99 < 50,
    },
  ];
}

/** The xlsx of every member, read completely, and the memory it takes. */
export async function measureExport(bench: Bench): Promise<Figure[]> {
  const { pid } = bench.product;
  const before = memory(pid).now;
  const cpuBefore = cpuSeconds(pid);
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, memory(pid).now);
  }, 20);
  const startedAt = performance.now();
  const reply = await call(bench.product, {
    method: 'GET',
    path: '/web-api/admin/members/export?format=xlsx',
    headers: bench.sheet.admin,
  });
  const { byteLength } = await reply.arrayBuffer();
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(watch);
  return [
    {
      name: `export of 100,000 members as xlsx (${(byteLength / mebibyte).toFixed(1)} MiB, ${(cpuSeconds(pid) - cpuBefore).toFixed(1)} s of processor)`,
      is: `${seconds.toFixed(1)} s`,
      target: '≤ 5 s',
      is_met: seconds <= 5,
    },
    {
      name: 'memory the export adds',
      is: `${(highest - before).toFixed(0)} MiB`,
      target: '< 64 MiB',
      is_met: highest - before < 64,
    },
  ];
}

/** A batch of 100,000 cards, from the request to the last card. */
export async function measureCards(bench: Bench): Promise<Figure[]> {
  const { pool } = bench.data.ctx;
  const product = await pool.query<{ id: number }>(`select id from products where sn = 'BP1'`);
  const startedAt = performance.now();
  const reply = await call(bench.product, {
    method: 'POST',
    path: '/web-api/admin/card-batches',
    headers: bench.sheet.admin,
    body: { name: '压测一次', product_id: product.rows[0]?.id, prefix: 'BT', quantity: 100_000, issue_on_made: false },
  });
  const { id } = (await reply.json()) as { id: number };
  let madeCount = 0;
  while (madeCount < 100_000 && performance.now() - startedAt < 90_000) {
    await wait(100);
    const { rows } = await pool.query<{ made_count: number }>('select made_count from card_batches where id = $1', [
      id,
    ]);
    madeCount = rows[0]?.made_count ?? 0;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return [
    {
      name: `making ${madeCount} cards`,
      is: `${seconds.toFixed(1)} s`,
      target: '< 60 s',
      is_met: madeCount === 100_000 && seconds < 60,
    },
  ];
}

/** Size and requests of first visits. */
export function measurePages(): Figure[] {
  return weighVisits().flatMap((visit) => {
    const weight: Figure = {
      name: `${visit.name}: script and style, brotli`,
      is: `${visit.script_is.toFixed(0)} + ${visit.style_is.toFixed(1)} KB`,
      target: `≤ ${visit.script} + ${visit.style} KB`,
      is_met: visit.page !== undefined && visit.script_is <= visit.script && visit.style_is <= visit.style,
    };
    if (visit.requests === undefined) return [weight];
    return [
      weight,
      {
        name: `${visit.name}: requests`,
        is: String(visit.requests_are),
        target: `≤ ${visit.requests}`,
        is_met: visit.requests_are <= visit.requests,
      },
    ];
  });
}
