import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** Spans of the trend, in days. */
export const trendSpans = [7, 30, 90] as const;

/** What must be done today, as far as the role may: the gravest and oldest first. Also the badges of the menu. */
export const getTodo = contract({
  method: 'GET',
  path: '/admin/todo',
  response: s.object({
    items: s.array(
      s.object({
        /** A view of this resource; null for an alarm that no list shows. */
        resource: s.nullable(s.string()),
        /** Key of the view, or of the alarm. */
        key: s.string(),
        tone: s.literal('danger', 'warning', 'info'),
        /** Counted up to 100. */
        count: s.integer(),
        /** When the oldest began to wait. */
        since: s.nullable(s.time()),
        /** The view's sum over the rows. */
        sum: s.nullable(s.integer()),
        /** What an only row is named by. */
        names: s.array(s.string()),
        /**
         * Where it is settled: the rows or the only one of them, with their verb if this person may use it; of an alarm, every
         * place that would do.
         */
        ways: s.array(s.object({ verb: s.nullable(s.string()), url: s.string() })),
      }),
    ),
  }),
});
export type Todo = SchemaValue<(typeof getTodo)['response']>['items'][number];

/** `before`: what was paid in the day, week or month before, as long after its start. */
const span = s.object({
  paid: s.integer(),
  before: s.integer(),
  orders: s.integer(),
  refunded: s.integer(),
  /** Activated cards at the price of their product; null for roles that may not see cards. */
  cards: s.nullable(s.integer()),
});

/** The start page of the back office, limited to what the role may see. */
export const getDashboard = contract({
  method: 'GET',
  path: '/admin/index',
  query: {
    days: field.choice(
      trendSpans.map((value) => ({ value, key: String(value) })),
      { initial: 30 },
    ),
  },
  response: s.object({
    /** Paid orders in fen; null for roles that may not see orders. */
    money: s.nullable(
      s.object({
        /** From the start of the day, the week and the month until now. */
        today: span,
        week: span,
        month: span,
        /** The last fourteen days, today last. */
        days: s.array(s.object({ day: s.string(), amount: s.integer() })),
      }),
    ),
    /** The requested number of days (30 by default), today last; empty for roles that may see none of it. */
    trend: s.array(
      s.object({
        day: s.string(),
        activations: s.integer(),
        joined: s.integer(),
        studying: s.integer(),
        study_sec: s.integer(),
      }),
    ),
    /** The courses that most members study this week; empty for roles that may not see learning records. */
    courses: s.array(s.object({ id: s.integer(), title: s.string(), member_count: s.integer() })),
    /** How many there are, of what the role may list. */
    totals: s.array(s.object({ of: s.literal('admins', 'roles', 'users', 'menus'), count: s.integer() })),
    /** When trend, courses and totals were counted, the earliest of them: minutes ago at most. Null where there is none. */
    counted_at: s.nullable(s.time()),
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
export type Dashboard = SchemaValue<(typeof getDashboard)['response']>;
