import { AsyncLocalStorage } from 'node:async_hooks';
import type { Measure } from './pool.ts';

/** A statement as it is sent, without its values: those may be passwords, codes or tokens. */
export type RecentStatement = {
  text: string;
  /** How often the request ran it. */
  count: number;
  ms: number;
  slowest_ms: number;
  rows: number;
  failures: number;
};

export type RecentRequest = {
  id: number;
  started_at: Date;
  method: string;
  /** The path of the route; what stood for its parameters is left out. */
  route: string;
  status: number;
  ms: number;
  statements: RecentStatement[];
  /** Runs of further statements, of which only the number is known. */
  uncounted: number;
};

export type RecentRequests = {
  /** For the connections of the database. */
  measure: Measure;
  begin: (request: Pick<RecentRequest, 'method' | 'route' | 'started_at'>) => RecentRequest;
  /** Counts the statements of everything that `work` begins towards a request. */
  run: (request: RecentRequest, work: () => void) => void;
  /** Adds an answered request; the oldest gives way. */
  end: (request: RecentRequest, answer: Pick<RecentRequest, 'status' | 'ms'>) => void;
  /** Latest first. */
  list: () => readonly RecentRequest[];
};

const maxTextLength = 20_000;

type Limits = { requests: number; statements: number };

/** The last requests with their statements, in memory. */
export function createRecentRequests(
  { requests, statements }: Limits = { requests: 200, statements: 100 },
): RecentRequests {
  const current = new AsyncLocalStorage<RecentRequest>();
  let ended: RecentRequest[] = [];
  let lastId = 0;

  function find(request: RecentRequest, text: string): RecentStatement | null {
    const existing = request.statements.find((one) => one.text === text);
    if (existing) return existing;
    if (request.statements.length >= statements) return null;
    const added = { text, count: 0, ms: 0, slowest_ms: 0, rows: 0, failures: 0 };
    request.statements.push(added);
    return added;
  }

  return {
    measure(text) {
      const request = current.getStore();
      if (!request) return null;
      const startedAt = performance.now();
      return (rows) => {
        const statement = find(request, text.slice(0, maxTextLength));
        if (!statement) {
          request.uncounted += 1;
          return;
        }
        const ms = performance.now() - startedAt;
        statement.count += 1;
        statement.ms += ms;
        statement.slowest_ms = Math.max(statement.slowest_ms, ms);
        statement.rows += rows ?? 0;
        statement.failures += rows === null ? 1 : 0;
      };
    },
    begin(request) {
      lastId += 1;
      return { ...request, id: lastId, status: 0, ms: 0, statements: [], uncounted: 0 };
    },
    run: (request, work) => current.run(request, work),
    end(request, answer) {
      ended = [Object.assign(request, answer), ...ended].slice(0, requests);
    },
    list: () => ended,
  };
}
