import type { Db } from '../db/pool.ts';

export type OutgoingMessage = { channel: 'sms' | 'mail'; receiver: string; subject: string; body: string };

/** Stores a message and returns its id. */
export type SaveOutgoing = (outgoing: OutgoingMessage) => Promise<string>;

/** Stores the messages of the local senders; outside production a page shows them. */
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
