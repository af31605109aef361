import { sql, type RawBuilder } from 'kysely';
import { accessState, type AccessState } from '@kaike/shared/domain/catalog/courses/course-access';

export type AccessGrant = {
  is_live: boolean | null;
  is_over: boolean | null;
  is_forever: boolean | null;
  end_at: Date | null;
};

/** A member's entitlements aggregated by course: whether access is live or over, and when it ends. */
export const grantsOf = (memberId: number, now: Date): RawBuilder<unknown> => sql`
  select course_id, bool_or(start_at <= ${now} and (end_at is null or end_at > ${now})) as is_live, bool_and(coalesce(end_at <= ${now}, false)) as is_over,
    bool_or(end_at is null) as is_forever, max(end_at) as end_at
  from entitlements where member_id = ${memberId} and kind = 'course' and revoked_at is null group by course_id`;

/** A member's access to a course, derived from the aggregated entitlements. */
export function presentAccess(row: AccessGrant & { status: number; is_free: boolean }): {
  state: AccessState;
  end_at: string | null;
} {
  const granted = row.is_live === null ? null : { is_live: row.is_live, is_over: row.is_over ?? false };
  const state = accessState(row, granted);
  const hasEnd = (state === 'owned' || state === 'ended') && !row.is_forever;
  return { state, end_at: hasEnd ? (row.end_at?.toISOString() ?? null) : null };
}
