import { sql, type RawBuilder } from 'kysely';
import { listedAudiences, messageAudience } from '@kaike/shared/domain/messaging/message-status';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import type { Db } from '../../../db/pool.ts';

export type Audience = {
  message_id: number;
  kind: number;
  tag: string;
  agency_id: number;
  course_id: number;
  member_id: number;
};

type AudienceRow = {
  id: number;
  audience: number;
  audience_tag: string | null;
  audience_agency_id: number | null;
  audience_course_id: number | null;
  audience_member_id: number | null;
};

/** The audience of a row of `messages`. */
export function describeAudience(row: AudienceRow): Audience {
  return {
    message_id: row.id,
    kind: row.audience,
    tag: row.audience_tag ?? '',
    agency_id: row.audience_agency_id ?? 0,
    course_id: row.audience_course_id ?? 0,
    member_id: row.audience_member_id ?? 0,
  };
}

function audienceFilter(audience: Audience, now: Date): RawBuilder<boolean> {
  if (audience.kind === messageAudience.all) return sql`true`;
  if (audience.kind === messageAudience.tag) return sql`m.tags @> array[${audience.tag}]::text[]`;
  if (audience.kind === messageAudience.agency) {
    return sql`m.agency_id in (select a.id from agencies a join agencies top on top.id = ${audience.agency_id} where a.lft between top.lft and top.rgt)`;
  }
  if (audience.kind === messageAudience.course) {
    return sql`exists (select 1 from entitlements e where e.member_id = m.id and e.course_id = ${audience.course_id}
      and e.revoked_at is null and e.start_at <= ${now} and (e.end_at is null or e.end_at > ${now}))`;
  }
  if (listedAudiences.includes(audience.kind))
    return sql`m.id in (select t.member_id from message_targets t where t.message_id = ${audience.message_id})`;
  return sql`m.id = ${audience.member_id}`;
}

/** Statuses of members who may get a notice; not those who left or were stopped. */
export const reachedStatuses: readonly number[] = [memberStatus.effective, memberStatus.cancelling];

/** Condition on members `m`: the audience, without those who left or were stopped. */
export function audienceCondition(audience: Audience, now: Date): RawBuilder<boolean> {
  return sql`m.deleted_at is null and m.status = any(${reachedStatuses}::smallint[]) and ${audienceFilter(audience, now)}`;
}

/** Counting stops here: beyond it a rough number is enough, and every view of a notice counts. */
export const maxCounted = 10_000;

/** How many members a notice would reach now, at most `maxCounted`. */
export async function countAudience(db: Db, { audience, now }: { audience: Audience; now: Date }): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select 1 from members m where ${audienceCondition(audience, now)} limit ${maxCounted}) as reached`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
