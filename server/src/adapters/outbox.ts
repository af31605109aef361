import type { Db } from '../db/pool.ts';

export type Outgoing = { channel: 'sms' | 'mail'; receiver: string; subject: string; body: string };

/** Keeps a message and answers its number. */
export type SaveOutgoing = (outgoing: Outgoing) => Promise<string>;

/** Where the local senders put what they were to send; a page shows it outside production. */
export function createOutbox(db: Db, clock: () => Date): SaveOutgoing {
  return async (outgoing) => {
    const { id } = await db
      .insertInto('outbox')
      .values({ ...outgoing, created_at: clock() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(id);
  };
}
