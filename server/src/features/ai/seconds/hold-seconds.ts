import { sql } from 'kysely';
import { holdMinutes, planHold, type HoldPlan } from '@kaike/shared/domain/ai/billable';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import type { Signer } from '../../commerce/ledgers/public.ts';
import { postSeconds } from './post-seconds.ts';

/** What a member can spend. */
export type Spendable = { left: number; held: number; free_today: number };

/** The balance and what is left of the day's free seconds; `lock` keeps both as they are until the transaction ends. */
export async function loadSpendable(
  db: Db,
  memberId: number,
  { daily_free_sec: daily, now, lock = false }: { daily_free_sec: number; now: Date; lock?: boolean },
): Promise<Spendable> {
  const { rows } = await sql<{ left: number; held: number }>`select ai_seconds_left as left, ai_seconds_held as held
    from members where id = ${memberId} ${lock ? sql`for no key update` : sql``}`.execute(db);
  const [member] = rows;
  assert(member, 'record.not_found');
  const used = await sql<{ sec: number }>`select
    coalesce((select free_sec from ai_days where member_id = ${memberId} and day = (${now}::timestamptz at time zone ${defaultTimeZone})::date), 0)
    + coalesce((select free_sec from ai_holds where member_id = ${memberId} and day = (${now}::timestamptz at time zone ${defaultTimeZone})::date), 0) as sec`.execute(
    db,
  );
  return { ...member, free_today: Math.max(daily - (used.rows[0]?.sec ?? 0), 0) };
}

export const spendableSec = ({ left, held, free_today: free }: Spendable): number => left - held + free;

type HoldRequest = {
  member_id: number;
  message_id: number;
  typed_words: number;
  recorded_ms: number | null;
  speech_rate: number;
  spendable: Spendable;
  now: Date;
};

/** What a turn may set aside; refuses when too little is left to begin. */
export function planTurn({ spendable, ...turn }: Omit<HoldRequest, 'member_id' | 'message_id' | 'now'>): HoldPlan {
  const plan = planHold(turn, spendableSec(spendable));
  assert(plan, 'ai.balance_over');
  return plan;
}

/** Sets seconds aside for a reply, the free ones first. The caller has locked the member. */
export async function holdSeconds(
  trx: Db,
  {
    member_id,
    message_id,
    spendable,
    hold_sec: sec,
    now,
  }: Omit<HoldRequest, 'typed_words' | 'recorded_ms' | 'speech_rate'> & { hold_sec: number },
): Promise<void> {
  const free = Math.min(sec, spendable.free_today);
  const paid = sec - free;
  await sql`insert into ai_holds (message_id, member_id, day, free_sec, paid_sec, expires_at, created_at)
    values (${message_id}, ${member_id}, (${now}::timestamptz at time zone ${defaultTimeZone})::date, ${free}, ${paid},
      ${now}::timestamptz + make_interval(mins => ${holdMinutes}), ${now})`.execute(trx);
  if (paid > 0)
    await sql`update members set ai_seconds_held = ai_seconds_held + ${paid} where id = ${member_id}`.execute(trx);
}

/** What a turn was charged: seconds of talk, and how many of them came from the balance. */
export type Charge = { talk_sec: number; charged_sec: number };

const nothing: Charge = { talk_sec: 0, charged_sec: 0 };

type Hold = { member_id: number; day: string; free_sec: number; paid_sec: number };

/** Removes a hold and what it sets aside; null when it has ended already. */
async function endHold(trx: Db, messageId: number): Promise<Hold | null> {
  const {
    rows: [hold],
  } =
    await sql<Hold>`delete from ai_holds where message_id = ${messageId} returning member_id, day, free_sec, paid_sec`.execute(
      trx,
    );
  if (hold && hold.paid_sec > 0)
    await sql`update members set ai_seconds_held = ai_seconds_held - ${hold.paid_sec} where id = ${hold.member_id}`.execute(
      trx,
    );
  return hold ?? null;
}

/**
 * Ends a hold: charges up to what it holds, the free seconds first, and gives back the rest. Nothing is charged for a hold
 * that has ended already. The caller has locked the member.
 */
export async function settleSeconds(
  trx: Db,
  messageId: number,
  { sec, now, secrets }: { sec: number; now: Date; secrets: Signer },
): Promise<Charge> {
  const hold = await endHold(trx, messageId);
  if (!hold) return nothing;
  const memberId = hold.member_id;
  const talk = Math.min(sec, hold.free_sec + hold.paid_sec);
  const free = Math.min(talk, hold.free_sec);
  const paid = talk - free;
  if (talk === 0) return nothing;
  await sql`insert into ai_days as d (member_id, day, talk_sec, free_sec) values (${memberId}, ${hold.day}, ${talk}, ${free})
    on conflict (member_id, day) do update set talk_sec = d.talk_sec + excluded.talk_sec, free_sec = d.free_sec + excluded.free_sec`.execute(
    trx,
  );
  if (paid > 0) {
    const entry = {
      member_id: memberId,
      type: secondsType.talk,
      delta: -paid,
      ref_type: 'ai_message',
      ref_id: messageId,
    };
    await postSeconds(trx, [{ ...entry, idempotency_key: `talk:${messageId}` }], {
      operator_id: null,
      now,
      secrets,
      when_short: 'refuse',
    });
  }
  return { talk_sec: talk, charged_sec: paid };
}

/** Ends a hold without a charge. */
export async function releaseSeconds(trx: Db, messageId: number): Promise<void> {
  await endHold(trx, messageId);
}

/** Locks the member whose seconds are set aside for a reply; every change of a turn begins with it. */
export async function lockMember(trx: Db, memberId: number): Promise<void> {
  await sql`select 1 from members where id = ${memberId} for no key update`.execute(trx);
}
