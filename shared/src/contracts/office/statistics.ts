import { smsPurposes, smsStateChoices, smsVendors } from '../../domain/messaging/sms-state.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

/** Longest date range of a query, in days. */
export const maxSpanDays = 366;

const span = { from: field.date({ rules: 'required' }), to: field.date({ rules: 'required' }) };
const choices = <const V extends string>(values: readonly V[]) => values.map((value) => ({ value, key: value }));
const tableShape = <F extends Record<string, ReturnType<typeof s.integer>>>(figures: F) => ({
  rows: s.array(
    s.object({
      /** A day (yyyy-MM-dd), otherwise the id of the group; empty for rows without one. */
      key: s.string(),
      label: s.string(),
      ...figures,
    }),
  ),
  totals: s.object(figures),
});
const table = <F extends Record<string, ReturnType<typeof s.integer>>>(figures: F) => s.object(tableShape(figures));

const cardFigures = { made: s.integer(), issued: s.integer(), activated: s.integer() };
export const cardCountsBy = ['day', 'agency', 'product', 'theme'] as const;
const cardQuery = {
  ...span,
  by: field.choice(choices(cardCountsBy), { rules: 'required' }),
  agency_id: field.relation({ resource: 'agencies' }),
  product_id: field.relation({ resource: 'products' }),
};
/** Cards created, issued and activated in a range of days in the school's time zone, each counted when it happened. */
export const getCardCounts = contract({
  method: 'GET',
  path: '/admin/card-counts',
  query: cardQuery,
  response: table(cardFigures),
});
/** Card counts as an xlsx file. */
export const exportCardCounts = contract({
  method: 'GET',
  path: '/admin/card-counts/export',
  query: cardQuery,
  response: s.any(),
});

const memberFigures = {
  joined: s.integer(),
  activated: s.integer(),
  studying: s.integer(),
  study_sec: s.integer(),
  lessons_done: s.integer(),
};
export const memberCountsBy = ['day', 'agency'] as const;
const memberQuery = {
  ...span,
  by: field.choice(choices(memberCountsBy), { rules: 'required' }),
  agency_id: field.relation({ resource: 'agencies' }),
};
/** Members who joined, were activated and studied in a range of days. `studying` in the totals counts each member once. */
export const getMemberCounts = contract({
  method: 'GET',
  path: '/admin/member-counts',
  query: memberQuery,
  response: table(memberFigures),
});
export const exportMemberCounts = contract({
  method: 'GET',
  path: '/admin/member-counts/export',
  query: memberQuery,
  response: s.any(),
});

const smsFigures = {
  messages: s.integer(),
  delivered: s.integer(),
  failed: s.integer(),
  /** Yuan, as recorded when each was sent. */
  cost: s.number(),
};
export const smsCountsBy = ['day', 'vendor', 'purpose'] as const;
const smsQuery = {
  ...span,
  by: field.choice(choices(smsCountsBy), { rules: 'required' }),
  vendor: field.choice(choices(smsVendors)),
  purpose: field.choice(choices(smsPurposes)),
  state: field.choice(smsStateChoices),
};
/** Text messages handed to vendors in a range of days: what became of them and what they cost. */
export const getSmsCounts = contract({
  method: 'GET',
  path: '/admin/sms-counts',
  query: smsQuery,
  response: table(smsFigures),
});
export const exportSmsCounts = contract({
  method: 'GET',
  path: '/admin/sms-counts/export',
  query: smsQuery,
  response: s.any(),
});

const aiFigures = {
  calls: s.integer(),
  failures: s.integer(),
  talk_sec: s.integer(),
  /** Yuan, of the calls with a price. */
  cost: s.number(),
  /** Yuan for a minute of talk; 0 without talk. */
  cost_minute: s.number(),
};
export const aiCountsBy = ['day', 'vendor', 'purpose', 'agency'] as const;
const aiQuery = { ...span, by: field.choice(choices(aiCountsBy), { rules: 'required' }) };
/** Calls of the AI teacher's vendors in a range of days, the talk they served, and what a minute of it cost and is sold for. */
export const getAiCounts = contract({
  method: 'GET',
  path: '/admin/ai-counts',
  query: aiQuery,
  response: s.object({
    ...tableShape(aiFigures),
    /** Yuan for a minute: as paid in the range, else as asked by the cheapest product. Null when no minutes are sold alone. */
    sold: s.nullable(s.object({ minute: s.number(), is_paid: s.boolean() })),
  }),
});
const ms = s.nullable(s.integer());
/** Milliseconds that 19 of 20 calls of a vendor stayed below, by stage; null where it had none. */
export const getAiSpeeds = contract({
  method: 'GET',
  path: '/admin/ai-counts/speeds',
  query: span,
  response: s.object({
    rows: s.array(
      s.object({
        key: s.string(),
        label: s.string(),
        times: s.integer(),
        hear: ms,
        first_word: ms,
        first_sentence: ms,
        speech: ms,
      }),
    ),
  }),
});
export const exportAiCounts = contract({
  method: 'GET',
  path: '/admin/ai-counts/export',
  query: aiQuery,
  response: s.any(),
});

export type CardCounts = SchemaValue<(typeof getCardCounts)['response']>;
export type MemberCounts = SchemaValue<(typeof getMemberCounts)['response']>;
export type SmsCounts = SchemaValue<(typeof getSmsCounts)['response']>;
export type AiSpeeds = SchemaValue<(typeof getAiSpeeds)['response']>;
export type AiCounts = SchemaValue<(typeof getAiCounts)['response']>;
