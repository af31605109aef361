import { setTimeout as wait } from 'node:timers/promises';
import { weighVisits } from '../tools/check-budget.mjs';
import { benchPassword, passwordAccounts, type BenchData } from './data.ts';
import { load, percentile, type Shot, type Source } from './loader.ts';
import type { Sheet } from './people.ts';
import { cpuSeconds, memory, type Running } from './servers.ts';

export type Figure = { name: string; is: string; wanted: string; is_met: boolean };
export type Given = { data: BenchData; sheet: Sheet; product: Running };

const mebibyte = 1024 * 1024;

async function call({ product }: Given, shot: Shot): Promise<Response> {
  const reply = await fetch(`http://127.0.0.1:${product.port}${shot.path}`, {
    method: shot.method,
    headers: { ...shot.headers, ...(shot.body ? { 'Content-Type': 'application/json' } : {}) },
    ...(shot.body ? { body: JSON.stringify(shot.body) } : {}),
  });
  if (!reply.ok) throw new Error(`${shot.path}: ${reply.status} ${(await reply.text()).slice(0, 300)}`);
  return reply;
}

/** Memory of a worker that has just started and serves nobody. */
export async function measureIdle({ product }: Given): Promise<Figure[]> {
  await wait(1500);
  const { now } = memory(product.pid);
  return [{ name: 'idle memory of a worker', is: `${now.toFixed(0)} MiB`, wanted: '≤ 120 MiB', is_met: now <= 120 }];
}

/** Without a pause one reader alone would take half a processor, and the figure would be of both. */
const warmUpSeconds = 2;
const readerPauseMs = 20;

/** Logins of many accounts at once while members go on reading. */
export async function measureLogins(given: Given): Promise<Figure[]> {
  const { rows } = await given.data.ctx.pool.query<{ username: string }>(
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
  const [member] = given.sheet.members;
  const reads: Source = () => ({
    method: 'GET',
    path: `/web-api/home/courses/${member?.course_id}`,
    headers: member?.headers ?? {},
  });
  const { port, pid } = given.product;
  // A server that has run for a while has compiled what it runs often.
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
      wanted: '≥ 100',
      is_met: rate >= 100,
    },
    {
      name: `${(read.requests / read.seconds).toFixed(0)} other requests a second meanwhile, p99`,
      is: `${p99.toFixed(0)} ms`,
      wanted: '< 50 ms',
      is_met: p99 < 50,
    },
  ];
}

/** 10,000 good rows, as the browser sends them. */
export async function measureImport(given: Given): Promise<Figure[]> {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    name: `导入老师 ${index}`,
    english_name: `Teacher ${index}`,
    gender: '女',
    title: '高级讲师',
    country: '中国',
    intro: '十年教龄',
    sort: String(index % 100),
    remark: '',
  }));
  const chunk = 1000;
  const { pid } = given.product;
  const before = cpuSeconds(pid);
  const begun = performance.now();
  let saved = 0;
  for (let at = 0; at < rows.length; at += chunk) {
    const reply = await call(given, {
      method: 'POST',
      path: '/web-api/admin/teachers/import',
      headers: given.sheet.admin,
      body: { datas: rows.slice(at, at + chunk) },
    });
    const answer = (await reply.json()) as { success?: number };
    saved += answer.success ?? 0;
  }
  const seconds = (performance.now() - begun) / 1000;
  return [
    {
      name: `import of ${saved} rows (${(cpuSeconds(pid) - before).toFixed(1)} s of processor)`,
      is: `${seconds.toFixed(2)} s`,
      wanted: '≤ 1.5 s',
      is_met: seconds <= 1.5 && saved === rows.length,
    },
  ];
}

/** The xlsx of every member, read to its end, with the memory it took. */
export async function measureExport(given: Given): Promise<Figure[]> {
  const { pid } = given.product;
  const before = memory(pid).now;
  const cpuBefore = cpuSeconds(pid);
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, memory(pid).now);
  }, 20);
  const begun = performance.now();
  const reply = await call(given, {
    method: 'GET',
    path: '/web-api/admin/members/export?format=xlsx',
    headers: given.sheet.admin,
  });
  const { byteLength } = await reply.arrayBuffer();
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(watch);
  return [
    {
      name: `export of 100,000 members as xlsx (${(byteLength / mebibyte).toFixed(1)} MiB, ${(cpuSeconds(pid) - cpuBefore).toFixed(1)} s of processor)`,
      is: `${seconds.toFixed(1)} s`,
      wanted: '≤ 5 s',
      is_met: seconds <= 5,
    },
    {
      name: 'memory the export adds',
      is: `${(highest - before).toFixed(0)} MiB`,
      wanted: '< 64 MiB',
      is_met: highest - before < 64,
    },
  ];
}

/** A batch of 100,000, from the request to the last card. */
export async function measureCards(given: Given): Promise<Figure[]> {
  const { pool } = given.data.ctx;
  const product = await pool.query<{ id: number }>(`select id from products where sn = 'BP1'`);
  const begun = performance.now();
  const reply = await call(given, {
    method: 'POST',
    path: '/web-api/admin/card-batches',
    headers: given.sheet.admin,
    body: { name: '压测一次', product_id: product.rows[0]?.id, prefix: 'BT', quantity: 100_000, issue_on_made: false },
  });
  const { id } = (await reply.json()) as { id: number };
  let made = 0;
  while (made < 100_000 && performance.now() - begun < 90_000) {
    await wait(100);
    const { rows } = await pool.query<{ made_count: number }>('select made_count from card_batches where id = $1', [
      id,
    ]);
    made = rows[0]?.made_count ?? 0;
  }
  const seconds = (performance.now() - begun) / 1000;
  return [
    {
      name: `making ${made} cards`,
      is: `${seconds.toFixed(1)} s`,
      wanted: '< 60 s',
      is_met: made === 100_000 && seconds < 60,
    },
  ];
}

/** What first visits weigh and ask for. */
export function measurePages(): Figure[] {
  return weighVisits().flatMap((visit) => {
    const weight: Figure = {
      name: `${visit.name}: script and style, brotli`,
      is: `${visit.script_is.toFixed(0)} + ${visit.style_is.toFixed(1)} KB`,
      wanted: `≤ ${visit.script} + ${visit.style} KB`,
      is_met: visit.page !== undefined && visit.script_is <= visit.script && visit.style_is <= visit.style,
    };
    if (visit.requests === undefined) return [weight];
    return [
      weight,
      {
        name: `${visit.name}: requests`,
        is: String(visit.requests_are),
        wanted: `≤ ${visit.requests}`,
        is_met: visit.requests_are <= visit.requests,
      },
    ];
  });
}
