import { sql } from 'kysely';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { addJob, type AnyJob, type Job } from '../../../core/job.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/pool.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'remove-sounds': { keys: string[] };
  }
}

const atOnce = 500;
const dayMs = 86_400_000;

async function removeFiles(trx: Db, rows: readonly { file_key: string | null }[]): Promise<void> {
  const keys = rows.flatMap(({ file_key: key }) => (key === null ? [] : [key]));
  if (keys.length > 0) await addJob(trx, 'remove-sounds', { keys });
}

/** Removes what was spoken of these talks, as soon as the transaction commits. */
export async function eraseSpeeches(trx: Db, chatIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ file_key: string | null }>`delete from ai_speeches
    where chat_id = any(${[...chatIds]}::bigint[]) returning file_key`.execute(trx);
  await removeFiles(trx, rows);
}

const removeSounds: Job<'remove-sounds'> = {
  name: 'remove-sounds',
  lane: 'vendors',
  async run({ adapters }, { keys }) {
    for (const key of keys) await adapters.storage.remove(key);
  },
};

/** Removes sounds that nobody heard for a while, and claims of nodes that died. */
const forgetSounds: Job = {
  name: 'forget-sounds',
  cron: '20 4 * * *',
  is_long: true,
  async run({ db, settings, clock }) {
    const days = await settings.get('speech_keep_days');
    const before = dayOf(new Date(clock().getTime() - days * dayMs));
    for (;;) {
      const count = await inTransaction(db, async (trx) => {
        // Who hears one at this moment keeps it.
        const { rows } = await sql<{ file_key: string | null }>`delete from ai_speeches where id in (
          select id from ai_speeches where heard_on < ${before} order by heard_on limit ${atOnce} for update skip locked)
          returning file_key`.execute(trx);
        await removeFiles(trx, rows);
        return rows.length;
      });
      if (count < atOnce) return;
    }
  },
};

export const speechJobs: readonly AnyJob[] = [removeSounds, forgetSounds];
