import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

/** Spans of the trend, in days. */
export const trendSpans = [7, 30, 90] as const;

/** The start page of the back office: figures that link to lists, limited to what the role may see. */
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
        /** Unit of the value. */
        unit: s.literal('count', 'seconds'),
        /** False for an estimate. */
        exact: s.boolean(),
        /** The list it counts. */
        url: s.string(),
        /** A figure that requires action. */
        is_alarm: s.boolean(),
      }),
    ),
    /** The requested number of days (30 by default), today last; empty for roles that may see neither activations nor members. */
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
