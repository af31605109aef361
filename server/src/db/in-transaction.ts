import { DatabaseError } from 'pg';
import type { Db } from './pool.ts';

const deadlockDetected = '40P01';
const serializationFailure = '40001';

/** The database rolled a transaction back because of another one; a second attempt normally succeeds. */
const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === deadlockDetected || error.code === serializationFailure);

/** Runs a write in a transaction. After a deadlock or serialization failure it is run a second time, so `work` must start from scratch on each call. */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return db.transaction().execute(work);
  }
}
