import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

/** Spans of the trend, in days. */
export const trendSpans = [7, 30, 90] as const;

/** What an administrator sees first: figures that lead to lists, as far as the role may see them. */
export const getDashboard = contract({
  method: 'GET',
  path: '/admin/index',
  query: {
    days: field.choice(
      trendSpans.map((value) => ({ value, key: String(value) })),
      { initial: 30 },
    ),
  },
  answer: s.object({
    cards: s.array(
      s.object({
        /** Wording key below `admin.dashboard.cards`. */
        key: s.string(),
        value: s.integer(),
        /** How the value is to be read. */
        unit: s.literal('count', 'seconds'),
        /** False for an estimate. */
        exact: s.boolean(),
        /** The list it is the number of. */
        url: s.string(),
        /** A figure that asks for something to be done. */
        is_alarm: s.boolean(),
      }),
    ),
    /** The asked number of days (30 unless asked), today last; empty for roles that may see neither. */
    trend: s.array(
      s.object({ day: s.string(), activations: s.integer(), joined: s.integer(), study_sec: s.integer() }),
    ),
    /** The latest entries of the operation log. */
    recent: s.array(
      s.object({
        id: s.integer(),
        created_at: s.time(),
        operator: s.string(),
        resource: s.string(),
        action: s.string(),
        record_title: s.string(),
      }),
    ),
  }),
});
export type Dashboard = SchemaValue<(typeof getDashboard)['answer']>;
