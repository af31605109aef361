import { sql } from 'kysely';
import { ageOn, consentAge, isMinor, minorLimit, type MinorLimit } from '@kaike/shared/domain/ai/minor';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { defaultTimeZone, toWallTime } from '@kaike/shared/kit/zoned-time';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';

/** What holds for a learner who is a minor; null for others, also for those whose birthday nobody entered. */
export type Minor = {
  minutes: number;
  quiet: string;
  left_sec: number;
  limit: MinorLimit | null;
  /** Whether their recordings may be sent to a service: below fourteen only with a guardian's consent to that. */
  may_speak: boolean;
  /** Whether the teacher may remember them: only with a guardian's consent to that. */
  may_remember: boolean;
};

type Row = {
  birthday: string | null;
  ai_consent: boolean;
  ai_voice_consent: boolean;
  ai_memory_consent: boolean;
  talk_sec: number;
};

/** The rules for a minor as they are now, by the school's clock. */
export async function findMinor(
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  db: Db,
  memberId: number,
): Promise<Minor | null> {
  const day = dayOf(clock());
  const { rows } =
    await sql<Row>`select m.birthday::text as birthday, m.ai_consent, m.ai_voice_consent, m.ai_memory_consent, coalesce(d.talk_sec, 0) as talk_sec
    from members m left join ai_days d on d.member_id = m.id and d.day = ${day}::date where m.id = ${memberId}`.execute(
      db,
    );
  const [row] = rows;
  const { birthday = null, ai_consent: hasConsent = false, talk_sec: sec = 0 } = row ?? {};
  if (!isMinor(birthday, day)) return null;
  const rules = { minutes: await settings.get('ai_minor_minutes'), quiet: await settings.get('ai_minor_quiet') };
  const time = toWallTime(clock(), defaultTimeZone);
  return {
    ...rules,
    may_remember: row?.ai_memory_consent === true,
    may_speak: row?.ai_voice_consent === true || ageOn(birthday, day) >= consentAge,
    left_sec: Math.max(rules.minutes * 60 - sec, 0),
    limit: minorLimit({ birthday, has_consent: hasConsent, talk_sec: sec, day, time }, rules),
  };
}

/** Refuses a turn that the rules for minors do not allow now. Returns whether the learner is one. */
export async function checkMinor(ctx: Pick<Context, 'settings' | 'clock'>, db: Db, memberId: number): Promise<boolean> {
  const minor = await findMinor(ctx, db, memberId);
  if (minor?.limit) throw new AppError(minor.limit.code, { params: { minutes: minor.minutes, quiet: minor.quiet } });
  return minor !== null;
}

/** The same, and refuses a teacher who is not for minors, also for a talk that was begun before the learner was known to be one. */
export async function checkMinorWith(
  ctx: Pick<Context, 'settings' | 'clock'>,
  db: Db,
  { member_id, people_id }: { member_id: number; people_id: number },
): Promise<void> {
  if (!(await checkMinor(ctx, db, member_id))) return;
  const people = await db.selectFrom('ai_peoples').select('for_minors').where('id', '=', people_id).executeTakeFirst();
  assert(people?.for_minors !== false, 'ai.people_adults');
}
