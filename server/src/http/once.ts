import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Call } from './route.ts';

const keyPattern = /^[\w.:-]{8,100}$/;

/**
 * Runs a write in a transaction, once per `X-Idempotency-Key` of a person: a retry gets the first answer and changes
 * nothing. The key, the change and the answer are committed together; a retry that comes meanwhile waits for them.
 */
export async function once<T extends object>(call: Call, scope: string, work: (trx: Db) => Promise<T>): Promise<T> {
  const key = call.request.headers['x-idempotency-key'];
  const { db } = call.ctx;
  if (typeof key !== 'string' || !keyPattern.test(key)) return db.transaction().execute(work);
  const full = `${call.actor?.user_id ?? call.ip}:${scope}`;
  return db.transaction().execute(async (trx) => {
    const taken = await sql`insert into idempotency_keys (scope, key, answer) values (${full}, ${key}, '{}') on conflict do nothing returning 1`.execute(trx);
    if (taken.rows.length === 0) {
      const row = await trx.selectFrom('idempotency_keys').select('answer').where('scope', '=', full).where('key', '=', key).executeTakeFirstOrThrow();
      return row.answer as T;
    }
    const answer = await work(trx);
    await trx.updateTable('idempotency_keys').set({ answer: JSON.stringify(answer) }).where('scope', '=', full).where('key', '=', key).execute();
    return answer;
  });
}
