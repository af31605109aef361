import { fork, type ChildProcess } from 'node:child_process';
import type { Context } from '../src/context.ts';
import type { Connection } from '../src/db/pool.ts';

/** How another process reaches the database of a test. */
export function connectionOf(ctx: Context): Connection {
  const { host, user, password, database, port } = ctx.pool.options;
  return { ...(host ? { host } : {}), ...(user ? { user } : {}), ...(typeof password === 'string' ? { password } : {}), ...(database ? { database } : {}), ...(port ? { port } : {}) };
}

/** Runs a TypeScript file as a process of its own, to be killed. */
export function startProcess(path: string): ChildProcess {
  return fork(path, { execArgv: ['--import', 'tsx'] });
}
