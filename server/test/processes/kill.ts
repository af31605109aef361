import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Context } from '../../src/core/context.ts';
import type { Connection } from '../../src/db/pool.ts';
import { bundleSource } from './bundle.ts';

/** Connection to a test's database for another process. */
export function connectionOf(ctx: Context): Connection {
  const { host, user, password, database, port } = ctx.pool.options;
  return {
    ...(host ? { host } : {}),
    ...(user ? { user } : {}),
    ...(typeof password === 'string' ? { password } : {}),
    ...(database ? { database } : {}),
    ...(port ? { port } : {}),
  };
}

/** Runs a TypeScript file as a separate process; `programs` is a folder prepended to its PATH. */
export function startProcess(
  path: string,
  { args = [], programs }: { args?: readonly string[]; programs?: string } = {},
): ChildProcess {
  const env =
    programs === undefined ? process.env : { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  return fork(bundleSource(path), [...args], { execArgv: [], env });
}

/** Kills a process with SIGKILL; resolves once it has exited. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Resolves once the database has ended the statements of a dead process. */
async function waitUntilQuiet({ db }: Context): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } =
        await sql`select query from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`.execute(
          db,
        );
      expect(rows).toEqual([]);
    },
    { interval: 5, timeout: 300_000 },
  );
}

/** The write at which a process is to be stopped: `when` is a condition on the row, `new`. */
export type Gate = { table: string; when: string };

const gateLock = 20_261_122;

/**
 * Starts a process and kills it once it waits at the gate: regardless of speed, it has done everything before. A transaction
 * that waited there is rolled back; a single statement is completed by the database.
 */
export async function killAtWrite(ctx: Context, { table, when }: Gate, start: () => ChildProcess): Promise<void> {
  const { db } = ctx;
  await sql`create function stand_still() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${sql.lit(gateLock)}); return new; end $$`.execute(
    db,
  );
  await sql`create trigger gate before insert or update on ${sql.table(table)} for each row when (${sql.raw(when)}) execute function stand_still()`.execute(
    db,
  );
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${gateLock})`.execute(trx);
    const child = start();
    try {
      await vi.waitFor(
        async () => {
          const { rows } =
            await sql`select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
              trx,
            );
          expect(rows).not.toEqual([]);
        },
        { interval: 5, timeout: 300_000 },
      );
    } finally {
      await kill(child);
    }
  });
  await waitUntilQuiet(ctx);
  await sql`drop function stand_still cascade`.execute(db);
}
