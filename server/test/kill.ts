import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import type { Connection, Db } from '../src/db/pool.ts';

/** How another process reaches the database of a test. */
export function connectionOf(ctx: Context): Connection {
  const { host, user, password, database, port } = ctx.pool.options;
  return { ...(host ? { host } : {}), ...(user ? { user } : {}), ...(typeof password === 'string' ? { password } : {}), ...(database ? { database } : {}), ...(port ? { port } : {}) };
}

/** Runs a TypeScript file as a process of its own, to be killed. */
export function startProcess(path: string): ChildProcess {
  return fork(path, { execArgv: ['--import', 'tsx'] });
}

/** Ends a process as a power cut does; returns once it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Returns once the database has ended what a dead process had under way. */
async function waitUntilQuiet({ db }: Context): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select query from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`.execute(db);
    expect(rows).toEqual([]);
  }, { interval: 5, timeout: 60_000 });
}

/**
 * Starts a process while the test itself holds what `lock` takes, kills it once it waits for that, and lets go. However fast
 * either of them is, the process has done what comes before the lock, and nothing behind it.
 */
export async function killAtLock(ctx: Context, lock: (trx: Db) => Promise<unknown>, start: () => ChildProcess): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await lock(trx);
    const child = start();
    try {
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx);
        expect(rows).not.toEqual([]);
      }, { interval: 5, timeout: 60_000 });
    } finally {
      await kill(child);
    }
  });
  await waitUntilQuiet(ctx);
}
