import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/pool.ts';
import { loadVersion } from '../project-root.ts';
import { assertSharedFiles, identifyFiles } from './share-files.ts';

/** A process that runs jobs, as registered for the others. */
export type Node = {
  readonly id: string;
  /** Must be awaited before the worker takes its first job, so that no job is ever locked by an unregistered worker. */
  addWorker: (workerId: string) => Promise<void>;
  /** The worker ended without releasing its job; the job is released at the next beat. */
  loseWorker: (workerId: string) => void;
  leave: () => Promise<void>;
};

type Role = 'all' | 'jobs';
type Scope = Pick<Context, 'db' | 'log' | 'config' | 'settings'>;

const beatMs = 10_000;
/** After an outage every node looks dead until it has had time to beat again. */
const beatsBeforeJudging = 3;

/** Releases the jobs of the workers of dead nodes; returns the ids of those nodes. */
export async function freeDeadNodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with dead as (
      select id, workers from nodes where seen_at < now() - interval '60 seconds' and cardinality(workers) > 0 for update skip locked
    ), freed as (
      update nodes set workers = '{}' from dead where nodes.id = dead.id
    ), unlocked as (
      select graphile_worker.force_unlock_workers(array(select unnest(workers) from dead))
    ) select id from dead, unlocked`.execute(db);
  return rows.map(({ id }) => id);
}

type Beat = { id: string; role: Role; files: string | null; workers: ReadonlySet<string> };

async function writeBeat(db: Db, { id, role, files, workers: running }: Beat): Promise<void> {
  const workers = [...running];
  await sql`insert into nodes (id, role, version, files, workers) values (${id}, ${role}, ${loadVersion()}, ${files}, ${workers}::text[])
    on conflict (id) do update set workers = excluded.workers, seen_at = now()`.execute(db);
}

async function repeat(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await work();
    await wait(beatMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Registers this process as a node, beats every ten seconds, and releases the jobs of nodes that stopped beating. Throws, and is no
 * node, when another one works with files that this one does not see.
 */
export async function joinNodes(ctx: Scope, role: Role): Promise<Node> {
  const { db, log } = ctx;
  const files = await identifyFiles(ctx);
  const id = randomUUID();
  const workers = new Set<string>();
  const lost = new Set<string>();
  const stopping = new AbortController();
  let beats = 0;
  let lastWrite: Promise<void> = Promise.resolve();
  /** Writes one at a time, so that no worker list is overwritten by an older one. */
  const write = (): Promise<void> => {
    const next = lastWrite.then(() => writeBeat(db, { id, role, files, workers }));
    lastWrite = next.catch(() => undefined);
    return next;
  };

  const releaseLost = async (): Promise<void> => {
    const ids = [...lost];
    if (ids.length === 0) return;
    await sql`select graphile_worker.force_unlock_workers(${ids}::text[])`.execute(db);
    for (const each of ids) lost.delete(each);
  };
  const beat = async (): Promise<void> => {
    try {
      await write();
      await releaseLost();
      beats += 1;
      if (beats < beatsBeforeJudging) return;
      const dead = await freeDeadNodes(db);
      if (dead.length > 0) log.warn({ nodes: dead }, 'took up the jobs of nodes that are gone');
    } catch (error) {
      if (beats > 0) log.warn({ err: error }, 'this node cannot say that it lives');
      beats = 0;
    }
  };
  const beating = repeat(beat, stopping.signal);
  const leave = async (): Promise<void> => {
    stopping.abort();
    await beating;
    await db.deleteFrom('nodes').where('id', '=', id).execute();
  };
  try {
    await write();
    if (files !== null) await assertSharedFiles(ctx, { id, files });
  } catch (error) {
    await leave();
    throw error;
  }
  return {
    id,
    addWorker: (workerId) => {
      workers.add(workerId);
      return write();
    },
    loseWorker: (workerId) => {
      workers.delete(workerId);
      lost.add(workerId);
    },
    leave,
  };
}
