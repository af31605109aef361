import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** Creates an agency and its login in one step; the body is that of `POST /admin/agencies`. The password is returned only here. */
export const openAgency = contract({
  method: 'POST',
  path: '/admin/agencies/open',
  response: s.object({ id: s.integer(), username: s.string(), password: s.string() }),
});

export const resetAgencyPassword = contract({
  method: 'POST',
  path: '/admin/agencies/:id/new-password',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  response: s.object({ username: s.string(), password: s.string() }),
});

/** Sends a code to the number the agency will log in with. */
export const sendAgencyCode = contract({
  method: 'POST',
  path: '/admin/agencies/:id/mobile-code',
  body: { mobile_phone: field.mobile({ rules: 'required' }), verify: field.text({ rules: 'required|max:500' }) },
  response: s.object({ wait: s.integer() }),
});

const statement = s.object({
  agency: s.object({ id: s.integer(), code: s.string(), name: s.string(), contact_name: s.string() }),
  from: s.string(),
  to: s.string(),
  opening: s.integer(),
  closing: s.integer(),
  types: s.array(s.object({ type: s.integer(), count: s.integer(), delta: s.integer() })),
  lines: s.array(
    s.object({
      id: s.integer(),
      created_at: s.time(),
      type: s.integer(),
      delta: s.integer(),
      balance_after: s.integer(),
      counterparty: s.string(),
      remark: s.string(),
    }),
  ),
  /** Number of lines omitted because a page is full; the sums include them. */
  left_out: s.integer(),
  made_at: s.time(),
});
export type Statement = SchemaValue<typeof statement>;

/** The quota ledger of one agency over days in the school's time zone: opening balance, changes by type, closing balance. */
export const getStatement = contract({
  method: 'GET',
  path: '/admin/agencies/:id/statement',
  query: { from: field.date({ rules: 'required' }), to: field.date({ rules: 'required' }) },
  response: statement,
});

/**
 * Signs the figures of a statement under a code that anyone can check; the last one of these days again if they are the same. The
 * answer has the statement as it was issued: what is printed beside the code.
 */
export const issueStatement = contract({
  method: 'POST',
  path: '/admin/agencies/:id/statement',
  body: { from: field.date({ rules: 'required' }), to: field.date({ rules: 'required' }) },
  response: s.object({ code: s.string(), issued_at: s.time(), statement }),
});

/** What anyone with the code may see; `statement` is null when the school never issued it. */
export const checkStatement = contract({
  method: 'GET',
  path: '/open/statements/:code',
  response: s.object({
    school: s.string(),
    statement: s.nullable(
      s.object({
        code: s.string(),
        masked_name: s.string(),
        from: s.string(),
        to: s.string(),
        opening: s.integer(),
        closing: s.integer(),
        types: s.array(s.object({ type: s.integer(), count: s.integer(), delta: s.integer() })),
        issued_at: s.time(),
      }),
    ),
  }),
});
export type CheckedStatement = SchemaValue<(typeof checkStatement)['response']>['statement'];

const week = s.object({ monday: s.string(), issued: s.integer(), activated: s.integer() });
export type AgencyWeek = SchemaValue<typeof week>;

/** Cards that an agency issued and that were activated, in each of the last twelve weeks; the last one is still running. */
export const getAgencyWeeks = contract({
  method: 'GET',
  path: '/admin/agencies/:id/weeks',
  response: s.object({ weeks: s.array(week) }),
});

const notice = s.object({
  id: s.integer(),
  name: s.string(),
  free: s.integer(),
  low_stock_at: s.integer(),
  since: s.time(),
});
const count = s.integer();

/** An agency's own page: its figures and those of the agencies below it. */
export const getAgencyHome = contract({
  method: 'GET',
  path: '/admin/agency-home',
  response: s.object({
    agency: s.object({
      id: s.integer(),
      code: s.string(),
      name: s.string(),
      status: s.integer(),
      balance: count,
      held: count,
      unlimited: s.boolean(),
      daily_cap: s.nullable(count),
      contract_end: s.nullable(s.string()),
    }),
    cards: s.object({
      stock: count,
      issued: count,
      activated: count,
      expiring_30: count,
      expiring_60: count,
      expiring_90: count,
      /** Share of issued cards that were activated, in hundredths of a percent; null when none were issued. */
      sell_through: s.nullable(count),
      /** Days the stock lasts at the rate of the last 30 days; null when nothing was issued. */
      days_of_cover: s.nullable(count),
    }),
    funnel: s.object({
      issued: count,
      claimed: count,
      activated: count,
      first_lesson: count,
      half: count,
      finished: count,
    }),
    weeks: s.array(week),
    /** This agency and those below it whose free quota is at or below their warning level. */
    low: s.array(notice),
    children: s.array(
      s.object({ id: s.integer(), name: s.string(), code: s.string(), status: s.integer(), balance: count }),
    ),
    link: s.string(),
  }),
});
export type AgencyHome = SchemaValue<(typeof getAgencyHome)['response']>;

const transfer = s.object({
  id: s.integer(),
  is_mine: s.boolean(),
  other: s.string(),
  amount: s.integer(),
  state: s.integer(),
  remark: s.string(),
  created_at: s.time(),
  undo_until: s.time(),
  may_answer: s.boolean(),
  may_undo: s.boolean(),
});

/** Quota offers from and to the requesting agency, newest first. */
export const listTransfers = contract({
  method: 'GET',
  path: '/admin/agency-home/transfers',
  response: s.object({ data: s.array(transfer) }),
});
export type Transfer = SchemaValue<typeof transfer>;

/** Offers quota to an ancestor or descendant agency, which accepts or declines it. */
export const offerTransfer = contract({
  method: 'POST',
  path: '/admin/agency-home/transfers',
  body: {
    to_code: field.text({ rules: 'required|max:20' }),
    amount: field.integer({ rules: 'required|between:1,1000000' }),
    remark: field.text({ rules: 'max:200' }),
  },
  response: s.object({ id: s.integer() }),
});

export const answerTransfer = contract({
  method: 'POST',
  path: '/admin/agency-home/transfers/:id/answer',
  body: { accept: field.boolean({ rules: 'required' }) },
  response: s.object({ state: s.integer() }),
});

export const undoTransfer = contract({
  method: 'POST',
  path: '/admin/agency-home/transfers/:id/undo',
  response: s.object({ state: s.integer() }),
});
