import { sql } from 'kysely';
import { dayOf } from '@kaike/shared/domain/courses/study-days';
import { addJob, type AnyJob, type Job } from '../../core/job.ts';
import type { Db } from '../../db/pool.ts';

declare module '../../core/job.ts' {
  interface JobPayloads {
    'remove-sounds': { keys: string[] };
  }
}

const atOnce = 500;
const dayMs = 86_400_000;

/** Removes what was spoken of these talks, as soon as the transaction commits. */
export async function eraseSpeeches(trx: Db, chatIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ file_key: string | null }>`delete from ai_speeches
    where chat_id = any(${[...chatIds]}::bigint[]) returning file_key`.execute(trx);
  const keys = rows.flatMap(({ file_key: key }) => (key === null ? [] : [key]));
  if (keys.length > 0) await addJob(trx, 'remove-sounds', { keys });
}

const removeSounds: Job<'remove-sounds'> = {
  name: 'remove-sounds',
  async run({ adapters }, { keys }) {
    for (const key of keys) await adapters.storage.remove(key);
  },
};

/** Removes sounds that nobody heard for a while, and claims of nodes that died. */
const forgetSounds: Job = {
  name: 'forget-sounds',
  cron: '20 4 * * *',
  async run({ db, adapters, settings, clock }) {
    const days = await settings.get('speech_keep_days');
    const before = dayOf(new Date(clock().getTime() - days * dayMs));
    const { rows } = await sql<{
      id: number;
      file_key: string | null;
      heard_on: string;
    }>`select id, file_key, heard_on from ai_speeches
      where heard_on < ${before} order by heard_on limit ${atOnce}`.execute(db);
    for (const { id, file_key: key, heard_on: heardOn } of rows) {
      // The row first: who hears it at this moment keeps it.
      const deleted = await sql`delete from ai_speeches where id = ${id} and heard_on = ${heardOn}`.execute(db);
      if (deleted.numAffectedRows === 1n && key !== null) await adapters.storage.remove(key);
    }
  },
};

export const aiSpeechJobs: readonly AnyJob[] = [removeSounds, forgetSounds];
