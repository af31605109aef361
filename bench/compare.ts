import { sql } from 'kysely';
import type { Context } from '../server/src/core/context.ts';
import type { Db } from '../server/src/db/pool.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { load, percentile, type LoadResult, type Shot, type Source } from './loader.ts';
import { cpuSeconds, parentOf, treeSeconds } from '../server/test/processes/usage.ts';
import type { Running } from './servers.ts';
import type { Member, Newcomer, Sheet, Side } from './people.ts';

export type { Side };
export type Contest = {
  name: string;
  min_ratio: number;
  /** Processor of the server and the database; twice that of the minimal server unless set. */
  max_cpu_ratio?: number;
  sources: (side: Side, sheet: Sheet) => Source;
  /** Before each turn of a server. */
  reset?: (ctx: Context) => Promise<void>;
  /** Requests in a turn, where one uses something up or must not be repeated; else a turn lasts two seconds. */
  requests?: number;
  rounds?: number;
  /** Ten thousand courses more, made before the first contest that needs them: these are the last. */
  needs_many_courses?: true;
};
export type Result = {
  name: string;
  ratio: number;
  min_ratio: number;
  max_cpu_ratio: number;
  cpu_ratio: number;
  rates: Record<Side, number>;
  /** Seconds a request, of the server and of the database. */
  costs: Record<Side, [number, number]>;
  p50: number;
  p99: number;
  failed: string;
};

const connections = 16;
const seconds = 2;
const rounds = 5;
/** Lets the servers compile their hot code first. */
const warmUpSeconds = 2;
/** Of a turn that ends with its requests. */
const maxTurnSeconds = 60;

/** A multiple of the connections, so that no two connections ever send for the same member at once. */
function half(list: readonly Member[], side: Side): readonly Member[] {
  const size = Math.floor(list.length / 2 / connections) * connections;
  return side === 'product' ? list.slice(0, size) : list.slice(size, size * 2);
}

/** Each connection iterates over its own members. */
function eachMember(sheet: Sheet, side: Side, shot: (member: Member) => Shot | null): Source {
  const own = half(sheet.members, side);
  const turns = new Map<number, number>();
  return (connection) => {
    const turn = turns.get(connection) ?? 0;
    turns.set(connection, turn + 1);
    const member = own[(connection + turn * connections) % own.length];
    return member ? shot(member) : null;
  };
}

const reads =
  (product: (member: Member) => string, minimal: (member: Member) => string): Contest['sources'] =>
  (side, sheet) =>
    eachMember(sheet, side, (member) =>
      side === 'product'
        ? { method: 'GET', path: `/web-api${product(member)}`, headers: member.headers }
        : { method: 'GET', path: minimal(member) },
    );

const lists =
  (product: string, minimal: string): Contest['sources'] =>
  (side, sheet) =>
  () =>
    side === 'product'
      ? { method: 'GET', path: `/web-api${product}`, headers: sheet.admin }
      : { method: 'GET', path: minimal };

export const beats: Contest['sources'] = (side, sheet) => {
  const numbers = new Map<string, number>();
  return eachMember(sheet, side, (member) => {
    const seq = (numbers.get(member.ticket) ?? 0) + 1;
    numbers.set(member.ticket, seq);
    const from = (seq * 15) % 585;
    const body = { ticket: member.ticket, seq, intervals: [[from, from + 15]], position: from + 15, speed: 1 };
    return side === 'product'
      ? { method: 'POST', path: '/web-api/home/learning-records/beat', headers: member.headers, body }
      : { method: 'POST', path: '/beat', body };
  });
};

function activation(side: Side, { secrets }: Sheet, member: Newcomer): Shot | null {
  const code = secrets.pop();
  if (!code) return null;
  const body = {
    code: code.replace(/(.{4})(?=.)/g, '$1-'),
    mode: 'activate',
    request_id: `bench-${member.member_id}-${secrets.length}`,
  };
  return side === 'product'
    ? { method: 'POST', path: '/web-api/home/cards/use-card', headers: member.headers, body }
    : { method: 'POST', path: '/activate', body: { ...body, member: member.member_id } };
}

const laterCards: Contest['sources'] = (side, sheet) =>
  eachMember(sheet, side, (member) => activation(side, sheet, member));

/** Each learner once, also when the contest is repeated. */
const firstCards: Contest['sources'] = (side, sheet) => () => {
  const member = sheet.newcomers[side].pop();
  return member ? activation(side, sheet, member) : null;
};

/** Public pages as visitors of many addresses ask for them, without a session. */
const visits =
  (
    product: (turn: number, sheet: Sheet) => string,
    minimal: (turn: number, sheet: Sheet) => string,
  ): Contest['sources'] =>
  (side, sheet) => {
    let turn = 0;
    return () => {
      turn += 1;
      if (side === 'minimal') return { method: 'GET', path: minimal(turn, sheet) };
      const address = `10.1.${(turn >> 8) % 250}.${turn % 250}`;
      const headers = { 'X-Forwarded-For': address, 'Accept-Encoding': 'gzip, br', Accept: 'application/json' };
      return { method: 'GET', path: `/web-api${product(turn, sheet)}`, headers };
    };
  };

/** Empties what the product keeps of its public answers. */
const forgetAnswers = async (ctx: Context): Promise<void> => {
  await ctx.bus.publish(ctx.db, 'site');
  await wait(50);
};

const listOrders = ['default', 'newest', 'longest'];
const listPages = 27;
/** A page of the public list that the turn has not asked for yet. */
const listPage = (turn: number): string =>
  `sort=${listOrders[Math.floor(turn / listPages) % listOrders.length]}&page=${1 + (turn % listPages)}`;

const courseOf = (turn: number, { course_ids: ids }: Sheet): number => ids[turn % ids.length] ?? 0;

const manyVisits = visits(
  (turn, { many_course_ids: ids }) => `/open/courses/${ids[turn % ids.length]}`,
  (turn, { many_course_ids: ids }) => `/public-course?id=${ids[turn % ids.length]}`,
);

const memberList = (page: number) =>
  lists(
    `/admin/members/list?page=${page}&per_page=20&where[status]=1&order[created_at]=desc&get_count=1&fields=list`,
    `/members?page=${page}`,
  );

export const contests: readonly Contest[] = [
  {
    name: 'member: my courses',
    min_ratio: 0.6,
    sources: reads(
      () => '/home/courses',
      (one) => `/my-courses?member=${one.member_id}`,
    ),
  },
  {
    name: 'member: course detail',
    min_ratio: 0.6,
    sources: reads(
      (one) => `/home/courses/${one.course_id}`,
      (one) => `/my-course?member=${one.member_id}&id=${one.course_id}`,
    ),
  },
  {
    name: 'back office: course list',
    min_ratio: 0.6,
    max_cpu_ratio: 1.8,
    sources: lists(
      '/admin/courses/list?page=1&per_page=20&where[status]=1&order[updated_at]=desc&get_count=1&fields=list',
      '/courses?page=1',
    ),
  },
  {
    name: 'visitor: course list',
    min_ratio: 0.9,
    max_cpu_ratio: 1.2,
    sources: visits(
      () => '/open/courses',
      () => '/public-courses?page=1',
    ),
  },
  {
    name: 'visitor: course list, not kept',
    min_ratio: 0.6,
    max_cpu_ratio: 1.8,
    reset: forgetAnswers,
    requests: listOrders.length * listPages,
    rounds: 25,
    sources: visits(
      (turn) => `/open/courses?${listPage(turn)}`,
      (turn) => `/public-courses?${listPage(turn)}`,
    ),
  },
  {
    name: 'visitor: each course in turn',
    min_ratio: 1.5,
    max_cpu_ratio: 1.8,
    sources: visits(
      (turn, sheet) => `/open/courses/${courseOf(turn, sheet)}`,
      (turn, sheet) => `/public-course?id=${courseOf(turn, sheet)}`,
    ),
  },
  { name: 'heartbeat', min_ratio: 0.6, sources: beats },
  { name: 'first card of a learner', min_ratio: 0.6, requests: 500, sources: firstCards },
  { name: 'later card', min_ratio: 0.6, sources: laterCards },
  { name: 'members, page 1', min_ratio: 1, sources: memberList(1) },
  { name: 'members, page 4,000', min_ratio: 1, sources: memberList(4000) },
  {
    name: 'visitor: each of 10,000 courses once',
    min_ratio: 0.6,
    max_cpu_ratio: 1.8,
    reset: forgetAnswers,
    requests: 1500,
    needs_many_courses: true,
    sources: manyVisits,
  },
  {
    name: 'visitor: 10,000 courses in turn',
    min_ratio: 1.5,
    max_cpu_ratio: 1.8,
    needs_many_courses: true,
    sources: manyVisits,
  },
];

type Sum = {
  requests: number;
  seconds: number;
  cpu: [number, number];
  latencies: number[];
  failed: number;
  first_failure: string;
};

function add(sum: Sum, loaded: LoadResult, [app, database]: [number, number]): void {
  sum.requests += loaded.requests;
  sum.seconds += loaded.seconds;
  sum.cpu = [sum.cpu[0] + app, sum.cpu[1] + database];
  sum.latencies.push(...loaded.latencies);
  sum.failed += loaded.failed;
  sum.first_failure ||= loaded.first_failure;
}

const empty = (): Sum => ({ requests: 0, seconds: 0, cpu: [0, 0], latencies: [], failed: 0, first_failure: '' });

/** Uses each session once, so that it is cached as on a server that has run for a while. */
export async function warmUp(port: number, sheet: Sheet): Promise<void> {
  const shots = [
    ...sheet.members.map(({ headers, course_id: id }) => ({ path: `/web-api/home/courses/${id}`, headers })),
    ...sheet.newcomers.product.map(({ headers }) => ({ path: '/web-api/home/cards', headers })),
  ].map((shot): Shot => ({ method: 'GET', ...shot }));
  let next = 0;
  await load({ port, connections, seconds: 60, source: () => shots[next++] ?? null });
}

/** The requests of one turn. */
function turnOf(source: Source, requests: number | undefined): Source {
  if (requests === undefined) return source;
  let left = requests;
  return (connection) => {
    left -= 1;
    return left < 0 ? null : source(connection);
  };
}

/** The first process of the database, whose children serve connections. */
export async function postmasterOf(db: Db): Promise<number> {
  const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return parentOf(backend.rows[0]?.pid ?? 0);
}

/** Runs both servers alternately, so that a busy machine slows both. */
export async function compare(
  contest: Contest,
  { servers, sheet, ctx }: { servers: Record<Side, Running>; sheet: Sheet; ctx: Context },
): Promise<Result> {
  const sources = {
    product: contest.sources('product', sheet),
    minimal: contest.sources('minimal', sheet),
  };
  const postmaster = await postmasterOf(ctx.db);
  const sums = { product: empty(), minimal: empty() };
  const turn = async (side: Side, length: number): Promise<LoadResult> => {
    const source = turnOf(sources[side], contest.requests);
    return load({ port: servers[side].port, connections, seconds: contest.requests ? maxTurnSeconds : length, source });
  };
  for (const side of ['product', 'minimal'] as const) {
    await contest.reset?.(ctx);
    await turn(side, warmUpSeconds);
  }
  // Autovacuum would analyze the changed tables only within a minute; until then plans assume empty tables.
  await sql`analyze cards, entitlements, members, play_tickets, learning_days, learning_records, user_sessions`.execute(
    ctx.db,
  );
  for (let round = 0; round < (contest.rounds ?? rounds); round += 1) {
    for (const side of ['product', 'minimal'] as const) {
      await contest.reset?.(ctx);
      const { pid } = servers[side];
      const cpuTimes = (): [number, number] => [cpuSeconds(pid), treeSeconds(postmaster)];
      const [app, database] = cpuTimes();
      const loaded = await turn(side, seconds);
      const [appAfter, databaseAfter] = cpuTimes();
      add(sums[side], loaded, [appAfter - app, databaseAfter - database]);
    }
  }
  const rate = (sum: Sum): number => sum.requests / sum.seconds;
  const cost = ({ cpu: [app, database], requests }: Sum): [number, number] => [app / requests, database / requests];
  const total = (sum: Sum): number => (sum.cpu[0] + sum.cpu[1]) / sum.requests;
  const { product, minimal } = sums;
  return {
    name: contest.name,
    ratio: rate(product) / rate(minimal),
    min_ratio: contest.min_ratio,
    max_cpu_ratio: contest.max_cpu_ratio ?? 2,
    cpu_ratio: total(product) / total(minimal),
    rates: { product: rate(product), minimal: rate(minimal) },
    costs: { product: cost(product), minimal: cost(minimal) },
    p50: percentile(product.latencies, 0.5),
    p99: percentile(product.latencies, 0.99),
    failed:
      product.failed + minimal.failed > 0
        ? `${product.failed} / ${minimal.failed} failed: ${product.first_failure || minimal.first_failure}`
        : '',
  };
}
