import { sql } from 'kysely';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import type { members } from '@kaike/shared/resources/people/members';
import type { Db } from '../../../db/pool.ts';
import { AppError } from '../../../core/app-error.ts';
import type { ActionRun, ActionResult } from '../../../kit/behaviour.ts';
import { findEndFailure } from '../../../kit/fields/check-span.ts';
import { endOfDay } from '../../commerce/entitlements/public.ts';

/** The most rows one request may name. */
const maxUndone = 1000;

async function check(trx: Db, grant: { course_ids: readonly number[]; end_at: Date | null; now: Date }): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from courses
    where id = any(${grant.course_ids}::bigint[]) and deleted_at is null and status <> ${courseStatus.draft}`.execute(
    trx,
  );
  const late = findEndFailure(grant.end_at, { now: grant.now });
  const failures: FieldFailures = {
    ...(rows[0]?.count === grant.course_ids.length ? {} : { course_ids: [{ rule: 'in', params: [] }] }),
    ...(late ? { end_on: [late] } : {}),
  };
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
}

/** Grants courses to members without a card, from now to the end of a day; activates members who had none yet. */
export async function grantCourses({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof members, 'grant'>): Promise<ActionResult> {
  const now = call.ctx.clock();
  const courseIds = input.course_ids;
  const endAt = endOfDay(input.end_on ?? null);
  await check(trx, { course_ids: courseIds, end_at: endAt, now });
  const ids = rows.map((row) => row.id);
  const { rows: created } = await sql<{
    id: number;
  }>`insert into entitlements (member_id, kind, course_id, source_type, source_id, start_at, end_at)
    select m.id, 'course', c.id, 'admin', ${call.actor.admin.id}, ${now}, ${endAt}::timestamptz
    from unnest(${ids}::bigint[]) as m(id), unnest(${courseIds}::bigint[]) as c(id) returning id`.execute(trx);
  const { rows: updated } = await sql<{
    user_id: number;
    is_first: boolean;
  }>`update members m set access_version = m.access_version + 1,
      activated_at = coalesce(m.activated_at, ${now}), version = m.version + 1, updated_at = ${now}, updated_by = ${call.actor.user_id}
    where m.id = any(${ids}::bigint[]) returning m.user_id, m.activated_at = ${now} as is_first`.execute(trx);
  for (const row of updated.filter((one) => one.is_first)) await call.ctx.bus.publish(trx, `user:${row.user_id}`);
  const undo =
    created.length <= maxUndone
      ? { undo: [{ resource: 'entitlements', action: 'revoke', ids: created.map(({ id }) => id) }] }
      : {};
  return { changed: ids.length, failed: [], ...undo };
}
