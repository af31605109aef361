import { contract } from '../../kit/contract.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** The member's seconds of AI talk, and why they last changed. */
export const getMySeconds = contract({
  method: 'GET',
  path: '/home/ai-seconds',
  response: s.object({
    seconds_left: s.integer(),
    /** Set aside for a reply that is being written. */
    seconds_held: s.integer(),
    /** Free seconds that are left for today. */
    free_sec_today: s.integer(),
    /** More can be bought: AI time is on sale and can be paid. */
    can_buy: s.boolean(),
    /** The last entries of the ledger, newest first. */
    entries: s.array(
      s.object({
        id: s.integer(),
        type: s.integer(),
        delta: s.integer(),
        balance_after: s.integer(),
        created_at: s.time(),
      }),
    ),
  }),
});
export type MySeconds = SchemaValue<(typeof getMySeconds)['response']>;
