import { sql } from 'kysely';
import type { entitlements } from '@kaike/shared/resources/commerce/entitlements';
import { formatNumber, formatSpan } from '@kaike/shared/kit/format';
import type { DryRunNotes } from '../../../kit/behaviour.ts';
import { describeMoves, maxChanges } from './describe-moves.ts';
import { revoked } from './plan-moves.ts';

type Losses = { losing: number; courses: number; keeping: number; seconds: number };

/** Dry run: who can no longer learn, and who still can by another entitlement to the same course. */
export const previewRevoke: DryRunNotes<typeof entitlements, 'revoke'> = async (call, { where }) => {
  const { ctx, t, locale } = call;
  const { rows } = await sql<Losses>`with chosen as (
      select r.id, r.member_id, r.course_id, r.kind, r.amount from entitlement_rows r where ${where} and r.revoked_at is null
    ), courses as (
      select distinct c.member_id, c.course_id, exists (select 1 from entitlements e where e.member_id = c.member_id and e.course_id = c.course_id
        and e.revoked_at is null and (e.end_at is null or e.end_at > ${ctx.clock()}) and e.id not in (select id from chosen)) as is_open
      from chosen c where c.kind = 'course'
    )
    select (count(distinct member_id) filter (where not is_open))::int as losing, (count(distinct course_id) filter (where not is_open))::int as courses,
      (count(distinct member_id) filter (where is_open))::int as keeping,
      (select coalesce(sum(amount), 0)::bigint from chosen where kind = 'ai_seconds') as seconds from courses`.execute(
    ctx.db,
  );
  const { losing, courses, keeping, seconds } = rows[0] ?? { losing: 0, courses: 0, keeping: 0, seconds: 0 };
  const { rows: chosen } = await sql<{ id: number }>`select r.id from entitlement_rows r
    where ${where} and r.revoked_at is null and r.kind = 'course' order by r.id limit ${maxChanges + 1}`.execute(
    ctx.db,
  );
  const moves = await describeMoves(call, revoked(chosen.map(({ id }) => id)));
  const key = 'resources.entitlements.revoking';
  return [
    ...(losing > 0 ? [t(`${key}.losing`, { count: losing, courses: formatNumber(courses) })] : []),
    ...(keeping > 0 ? [t(`${key}.keeping`, { count: keeping })] : []),
    ...moves,
    ...(seconds > 0 ? [t(`${key}.seconds`, { time: formatSpan(seconds, locale) })] : []),
  ];
};
