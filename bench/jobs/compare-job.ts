import { cpuSeconds, treeSeconds } from '../../server/test/processes/usage.ts';
import { postmasterOf } from '../compare.ts';
import { call, type Bench } from '../figures.ts';
import { load, percentile, type Shot } from '../loader.ts';
import type { Side } from '../people.ts';
import type { Running } from '../servers.ts';
import type { Job } from './jobs.ts';

export type JobResult = Pick<Job, 'name' | 'max_seconds' | 'max_cpu_ratio'> & {
  cpu_ratio: number;
  seconds: Record<Side, number>;
  /** Seconds of the server and the database. */
  costs: Record<Side, [number, number]>;
  /** Of someone who reads a page forty times a second meanwhile. */
  p99: Record<Side, number>;
};

const rounds = 3;
const readerPauseMs = 25;

/** Without foreign keys: each deleted course would be looked up in all tables that reference it. */
async function undo({ data }: Bench, statements: readonly string[]): Promise<void> {
  const client = await data.ctx.pool.connect();
  try {
    for (const statement of ['set session_replication_role = replica', ...statements]) await client.query(statement);
  } finally {
    client.release(true);
  }
}

type Turn = { seconds: number; cost: [number, number]; latencies: number[] };

async function takeTurn(
  job: Job,
  { side, server, bench, postmaster }: { side: Side; server: Running; bench: Bench; postmaster: number },
): Promise<Turn> {
  const { sheet } = bench;
  const [member] = sheet.members;
  const send = async (shot: Shot): Promise<Record<string, unknown>> =>
    (await (await call(server, { ...shot, headers: side === 'product' ? sheet.admin : {} })).json()) as Record<
      string,
      unknown
    >;
  let isDone = false;
  const read = (): Shot | null => {
    if (isDone || !member) return null;
    const { course_id: id, member_id, headers } = member;
    return side === 'product'
      ? { method: 'GET', path: `/web-api/home/courses/${id}`, headers }
      : { method: 'GET', path: `/my-course?member=${member_id}&id=${id}` };
  };
  const cpuTimes = (): [number, number] => [cpuSeconds(server.pid), treeSeconds(postmaster)];
  const reader = load({ port: server.port, connections: 1, seconds: 600, source: read, pause_ms: readerPauseMs });
  const [app, database] = cpuTimes();
  const startedAt = performance.now();
  await job.run(send, side).finally(() => {
    isDone = true;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const [appAfter, databaseAfter] = cpuTimes();
  const { latencies, failed, first_failure: failure } = await reader;
  if (failed > 0) throw new Error(`${failed} requests beside the job failed: ${failure}`);
  await undo(bench, job.undo);
  return { seconds, cost: [appAfter - app, databaseAfter - database], latencies };
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Both servers do the whole job in turns; the first turn of each is not counted. Medians of the turns. */
export async function compareJob(job: Job, bench: Bench, minimal: Running): Promise<JobResult> {
  const postmaster = await postmasterOf(bench.data.ctx.db);
  const servers = { product: bench.product, minimal };
  const turns: Record<Side, Turn[]> = { product: [], minimal: [] };
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of ['product', 'minimal'] as const) {
      const turn = await takeTurn(job, { side, server: servers[side], bench, postmaster });
      if (round > 0) turns[side].push(turn);
    }
  }
  const of = <T>(read: (own: Turn[]) => T): Record<Side, T> => ({
    product: read(turns.product),
    minimal: read(turns.minimal),
  });
  const costs = of((own): [number, number] => [
    median(own.map(({ cost }) => cost[0])),
    median(own.map(({ cost }) => cost[1])),
  ]);
  const total = ([app, database]: [number, number]): number => app + database;
  return {
    name: job.name,
    max_seconds: job.max_seconds,
    max_cpu_ratio: job.max_cpu_ratio,
    cpu_ratio: total(costs.product) / total(costs.minimal),
    seconds: of((own) => median(own.map(({ seconds }) => seconds))),
    costs,
    p99: of((own) =>
      percentile(
        own.flatMap(({ latencies }) => latencies),
        0.99,
      ),
    ),
  };
}
