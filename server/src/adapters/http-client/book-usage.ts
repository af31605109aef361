import { sql } from 'kysely';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { callState, priceUnits, type usagePurposes } from '@kaike/shared/domain/ai/ai-usage';
import type { Db } from '../../db/pool.ts';

/** A call to a vendor of the AI teacher as it is booked. What it does not count is left out. */
export type BookedUsage = {
  purpose: (typeof usagePurposes)[number];
  vendor: string;
  model: string;
  tokens_in?: number;
  tokens_out?: number;
  /** Of a text that was spoken or translated. */
  characters?: number;
  /** Of a recording. */
  audio_ms?: number;
  /** Of a vendor that charges for each. */
  calls?: number;
  /** The vendor did not count. */
  is_estimated: boolean;
  /** Null when the reply came whole, `left` when the caller ended it, else why it failed. */
  failure: string | null;
  ms_first: number | null;
  ms_total: number;
  /** The vendor's id of the call. */
  vendor_id: string;
  cause: { member_id?: number; chat_id?: number; message_id?: number } | null;
};

export type BookUsage = (usage: BookedUsage) => Promise<void>;

/** What a price is for. */
const million = 1_000_000;
const msPerHour = 3_600_000;

const stateOf = (failure: string | null) =>
  failure === null ? callState.whole : failure === 'left' ? callState.left : callState.failed;

/** What was used by the units of prices; recordings in milliseconds. */
const countsOf = ({
  tokens_in = 0,
  tokens_out = 0,
  characters = 0,
  audio_ms = 0,
  calls = 0,
}: Partial<BookedUsage>): Record<(typeof priceUnits)[number], number> => ({
  tokens_in,
  tokens_out,
  characters,
  audio_hours: audio_ms,
  calls,
});

/**
 * Books each call with its cost at the prices of its day, and adds it to the sums of that day, which budgets read. Without a
 * price the cost is unknown, not zero.
 */
export function createUsageBook({ db, clock }: { db: Db; clock: () => Date }): BookUsage {
  return async ({ purpose, vendor, model, failure, cause, ...usage }) => {
    const now = clock();
    const day = dayOf(now);
    const counts = countsOf(usage);
    const { tokens_in, tokens_out, characters } = counts;
    const costs = priceUnits
      .filter((unit) => counts[unit] > 0)
      .map(
        (unit) => sql`${counts[unit]}::int * (select price from ai_prices
          where provider = ${vendor} and model = ${model} and unit = ${unit} and valid_from <= ${day}::date order by valid_from desc limit 1) / ${unit === 'audio_hours' ? msPerHour : million}::numeric`,
      );
    await sql`with call as (
        insert into ai_usage (created_at, purpose, provider, model, state, reason, tokens_in, tokens_out, characters, audio_ms, is_estimated, cost, ms_first, ms_total,
          vendor_request_id, member_id, chat_id, message_id)
        values (${now}, ${purpose}, ${vendor}, ${model}, ${stateOf(failure)}, ${failure ?? ''}, ${tokens_in}, ${tokens_out}, ${characters}, ${counts.audio_hours},
          ${usage.is_estimated}, ${costs.length > 0 ? sql.join(costs, sql` + `) : sql`0`}, ${usage.ms_first}, ${usage.ms_total},
          ${usage.vendor_id}, ${cause?.member_id ?? null}, ${cause?.chat_id ?? null}, ${cause?.message_id ?? null})
        returning tokens_in, tokens_out, characters, audio_ms, cost),
      talk as (
        update ai_chats set tokens_in = ai_chats.tokens_in + call.tokens_in, tokens_out = ai_chats.tokens_out + call.tokens_out
        from call where ai_chats.id = ${cause?.chat_id ?? null} and call.tokens_in + call.tokens_out > 0)
      insert into ai_usage_days as d (day, purpose, provider, model, agency_id, calls, failures, tokens_in, tokens_out, characters, audio_ms, cost)
      select ${day}::date, ${purpose}, ${vendor}, ${model}, (select agency_id from members where id = ${cause?.member_id ?? null}::bigint), 1, ${stateOf(failure) === callState.failed ? 1 : 0}::int, tokens_in, tokens_out, characters, audio_ms,
        coalesce(cost, 0) from call
      on conflict (day, purpose, provider, model, agency_id) do update set calls = d.calls + 1, failures = d.failures + excluded.failures,
        tokens_in = d.tokens_in + excluded.tokens_in, tokens_out = d.tokens_out + excluded.tokens_out,
        characters = d.characters + excluded.characters, audio_ms = d.audio_ms + excluded.audio_ms, cost = d.cost + excluded.cost`.execute(
      db,
    );
  };
}
