import { sql } from 'kysely';
import { inTransaction } from '../db/in-transaction.ts';
import type { Db } from '../db/pool.ts';
import { assert } from './app-error.ts';
import type { Call } from './call.ts';

const keyPattern = /^[\w.:-]{8,100}$/;

/** The idempotency key in the headers of a write, or null. A key that cannot be stored is refused: a retry with it would count twice. */
export function parseIdempotencyKey(headers: Call['headers']): string | null {
  const key = headers['x-idempotency-key'];
  if (key === undefined || key === '') return null;
  assert(typeof key === 'string' && keyPattern.test(key), 'request.key_invalid');
  return key;
}

/** Keyed hash of the input, without the keys of the transport. Keyed because a body may hold a password. */
function hashInput({ ctx, method, path, raw_body }: Call): string {
  const body = Object.entries(raw_body).filter(([name]) => name !== '_token');
  return ctx.secrets.hmac('idempotency', JSON.stringify([method, path, body])).toString('base64url');
}

/** All rows were refused: the person may repeat the request once the cause is fixed. */
const changedNothing = (answer: object): boolean => 'changed' in answer && answer.changed === 0;

/**
 * Runs a write in a transaction, once per `X-Idempotency-Key` of a person: a retry gets the first answer and changes
 * nothing. The key, the change and the answer are committed together; a concurrent retry waits for them.
 * A key belongs to one input, and an answer that changed nothing is not stored.
 */
export async function withIdempotency<T extends object>(
  call: Call,
  scope: string,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  const { idempotency_key: key, ctx } = call;
  const { db } = ctx;
  if (key === null) return inTransaction(db, work);
  const full = `${call.actor?.user_id ?? call.ip}:${scope}`;
  const hash = hashInput(call);
  return inTransaction(db, async (trx) => {
    const claimed =
      await sql`insert into idempotency_keys (scope, key, answer, input_hash) values (${full}, ${key}, '{}', ${hash}) on conflict do nothing returning 1`.execute(
        trx,
      );
    if (claimed.rows.length === 0) {
      const row = await trx
        .selectFrom('idempotency_keys')
        .select(['answer', 'input_hash'])
        .where('scope', '=', full)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      assert(row.input_hash === null || row.input_hash === hash, 'request.key_reused');
      return row.answer as T;
    }
    const answer = await work(trx);
    if (changedNothing(answer))
      await trx.deleteFrom('idempotency_keys').where('scope', '=', full).where('key', '=', key).execute();
    else
      await trx
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(answer) })
        .where('scope', '=', full)
        .where('key', '=', key)
        .execute();
    return answer;
  });
}
