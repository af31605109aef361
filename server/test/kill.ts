import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import type { Connection } from '../src/db/pool.ts';

/** How another process reaches the database of a test. */
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

/** Runs a TypeScript file as a process of its own, to be killed; `programs` is a folder whose programs it finds before others. */
export function startProcess(
  path: string,
  { args = [], programs }: { args?: readonly string[]; programs?: string } = {},
): ChildProcess {
  const env =
    programs === undefined ? process.env : { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  return fork(path, [...args], { execArgv: ['--import', 'tsx'], env });
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
  await vi.waitFor(
    async () => {
      const { rows } =
        await sql`select query from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`.execute(
          db,
        );
      expect(rows).toEqual([]);
    },
    { interval: 5, timeout: 60_000 },
  );
}

/** The writes before which a process is to stand still: `when` is a condition on the row, `new`. */
export type Gate = { table: string; when: string };

const gateLock = 20_261_122;

/**
 * Starts a process and kills it once it stands before the gate: however fast it or this machine is, it has done what comes
 * before. A transaction that stood there is undone; a lone statement the database ends.
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
        { interval: 5, timeout: 60_000 },
      );
    } finally {
      await kill(child);
    }
  });
  await waitUntilQuiet(ctx);
  await sql`drop function stand_still cascade`.execute(db);
}
