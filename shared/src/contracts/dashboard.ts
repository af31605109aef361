import { contract } from '../kit/contract.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

/** What an administrator sees first: figures that lead to lists, as far as the role may see them. */
export const getDashboard = contract({
  method: 'GET',
  path: '/admin/index',
  answer: s.object({
    cards: s.array(s.object({
      /** Wording key below `admin.dashboard.cards`. */
      key: s.string(),
      value: s.integer(),
      /** False for an estimate. */
      exact: s.boolean(),
      /** The list it is the number of. */
      url: s.string(),
      /** A figure that asks for something to be done. */
      is_alarm: s.boolean(),
    })),
    /** The last 30 days, today last; empty for roles that may see neither. */
    trend: s.array(s.object({ day: s.string(), activations: s.integer(), study_sec: s.integer() })),
    /** The latest entries of the operation log. */
    recent: s.array(s.object({
      id: s.integer(), created_at: s.time(), operator: s.string(), resource: s.string(), action: s.string(), record_title: s.string(),
    })),
  }),
});
export type Dashboard = SchemaValue<(typeof getDashboard)['answer']>;
