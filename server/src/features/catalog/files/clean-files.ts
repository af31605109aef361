import { sql } from 'kysely';
import type { Job } from '../../../core/job.ts';

const atOnce = 200;

/** Removes documents that were uploaded into a form that was never saved. */
export const cleanFiles: Job = {
  name: 'clean-files',
  lane: 'vendors',
  cron: '50 3 * * *',
  is_long: true,
  async run({ db, adapters, clock }) {
    const { rows } = await sql<{ id: number; key: string }>`select id, key from files
      where used_at is null and created_at < ${clock()}::timestamptz - interval '7 days' order by created_at limit ${atOnce}`.execute(
      db,
    );
    for (const { id, key } of rows) {
      // The row first: a record that claims the file at this moment keeps it.
      const deleted = await sql`delete from files where id = ${id} and used_at is null`.execute(db);
      if (deleted.numAffectedRows === 1n) await adapters.storage.remove(key);
    }
  },
};
