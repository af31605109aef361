import { sql } from 'kysely';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Context } from '../../../core/context.ts';
import type { Job } from '../../../core/job.ts';
import { startProcessing } from './uploads/register-media.ts';

/** Several intervals of a processing video's pulse. */
const stalledSeconds = 90;

/** Re-enqueues videos whose job died with its server; the job queue itself would wait hours. */
export async function resumeMedia({ db, clock }: Context): Promise<number> {
  const since = new Date(clock().getTime() - stalledSeconds * 1000);
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`update media set updated_at = ${clock()} where id in (
      select id from media where status = ${mediaStatus.processing} and updated_at < ${since} and deleted_at is null for update skip locked) returning id`.execute(
      trx,
    );
    for (const { id } of rows) await startProcessing(trx, id);
    return rows.length;
  });
}

export const resumeMediaJob: Job = {
  name: 'resume-media',
  cron: '* * * * *',
  async run(ctx) {
    await resumeMedia(ctx);
  },
};
