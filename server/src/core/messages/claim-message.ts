import type { Db } from '../../db/pool.ts';

/** Records a message of another service, or work of a job that must be done once, in the caller's transaction; returns false when it was recorded before. */
export async function claimMessage(
  trx: Db,
  { sender, message_id, now }: { sender: string; message_id: string; now: Date },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('callback_receipts')
    .values({ sender, message_id, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .execute();
  return inserted.length === 1;
}
