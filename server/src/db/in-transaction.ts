import { DatabaseError } from 'pg';
import type { Db } from './pool.ts';

const deadlockDetected = '40P01';
const serializationFailure = '40001';

/** The database undid a transaction because of another one; made once more it finds its way free. */
const isRetryable = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code === deadlockDetected || error.code === serializationFailure);

/** Runs a write in a transaction. One that was undone for the sake of another is run once more, so `work` has to start afresh whenever it is called. */
export async function inTransaction<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (!isRetryable(error)) throw error;
    return db.transaction().execute(work);
  }
}
