import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Job } from '../../../../core/job.ts';
import { smallerJob, smallerKey, startSmaller } from './add-smaller-video.ts';
import { lacksSmaller, mayTry } from './lacks-smaller.ts';

/** Videos queued at a time: a library takes days, and each new upload goes ahead of the rest. */
const queueLength = 2;
const pageSize = 100;

type VideoRow = { id: number; storage_key: string };

/** Jobs that will still run; permanently failed ones stay in the table. */
const live = sql`select key from graphile_worker.jobs where task_identifier = ${smallerJob} and attempts < max_attempts`;

async function readPage(db: Db, after: number): Promise<VideoRow[]> {
  const { rows } =
    await sql<VideoRow>`select id, storage_key from media where ${lacksSmaller} and ${mayTry} and id > ${after}
    and not exists (select 1 from (${live}) line where line.key = ${smallerKey('')} || id) order by id limit ${pageSize}`.execute(
      db,
    );
  return rows;
}

/** Enqueues up to `most` older videos, skipping those whose upload is missing; returns how many. */
export async function startOlderVideos(
  { db, adapters }: Pick<Context, 'db' | 'adapters'>,
  most: number,
): Promise<number> {
  let [started, after, isMore] = [0, 0, most > 0];
  while (isMore) {
    const page = await readPage(db, after);
    for (const { id, storage_key: key } of page) {
      after = id;
      if (started < most && (await adapters.storage.stat(key)) !== null) {
        await startSmaller(db, id, 'older');
        started += 1;
      }
    }
    isMore = page.length === pageSize && started < most;
  }
  return started;
}

export type OlderVideos = {
  /** Not created yet, or queued. */ waiting: number;
  /** Tried too often. */ given_up: number;
};

/** How many videos lack a smaller rendition. */
export async function countOlderVideos(db: Db): Promise<OlderVideos> {
  const { rows } =
    await sql<OlderVideos>`select count(*) filter (where ${mayTry})::int as waiting, count(*) filter (where not ${mayTry})::int as given_up
    from media where ${lacksSmaller}`.execute(db);
  return rows[0] ?? { waiting: 0, given_up: 0 };
}

/** Resets videos that were given up or gained nothing, so that they are tried again; returns how many. */
export async function resetTries(db: Db): Promise<number> {
  const { numAffectedRows } =
    await sql`update media set smaller_tries = 0, has_no_smaller = false where (has_no_smaller or not ${mayTry}) and deleted_at is null`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
}

/** Keeps the queue filled until every video that benefits has a smaller rendition. */
export const findOlderVideos: Job = {
  name: 'find-older-videos',
  cron: '*/10 * * * *',
  is_long: true,
  async run(ctx) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${live}) line`.execute(ctx.db);
    await startOlderVideos(ctx, queueLength - (rows[0]?.count ?? 0));
  },
};
