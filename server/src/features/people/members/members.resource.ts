import { sql } from 'kysely';
import * as firstLogins from '@kaike/shared/contracts/auth/first-logins';
import { consentAge } from '@kaike/shared/domain/ai/minor';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { members } from '@kaike/shared/resources/people/members';
import { route } from '../../../core/route.ts';
import type { Db } from '../../../db/pool.ts';
import { defineBehaviour } from '../../../kit/behaviour.ts';
import { loadTalkNumbers } from '../../ai/chats/public.ts';
import { loadSpendable } from '../../ai/seconds/public.ts';
import { describeSuspension } from '../users/public.ts';
import { decideRealName, previewRealName, revealIdCard } from '../real-names/public.ts';
import { noticeMembers, previewNotice } from '../../messaging/notices/public.ts';
import { changeAgency, changeEmail, changeMobile, confirmMobile, unbindMobile } from './change-logins.ts';
import { updateRealName, updateStatus } from './change-member.ts';
import { addSeconds, deductSeconds } from './change-seconds.ts';
import { grantCourses } from './grant-courses.ts';
import { createFirstLogins } from './joining/create-first-logins.ts';
import { prepareMember, settleMember } from './joining/new-member.ts';
import { refuseRemoval, withdrawMembers } from './joining/withdraw-members.ts';
import { mergeMembers, mergeLocks } from './merge/merge-members.ts';
import { loadMerges } from './merge/merges.read.ts';
import { previewMerge } from './merge/preview-merge.ts';
import { undoMerge } from './merge/undo-merge.ts';

/** The account that the member logs in with. */
async function readAccount(db: Db, id: number): Promise<number | null> {
  const member = await db.selectFrom('members').select('user_id').where('id', '=', id).executeTakeFirst();
  return member?.user_id ?? null;
}

/** Asks for each course by its key: a join would read all courses of the school, for each member and field. */
const openCourses = sql`from entitlements e
  where e.member_id = r.id and e.kind = 'course' and e.revoked_at is null and e.start_at <= now() and (e.end_at is null or e.end_at > now())
    and (select c.deleted_at from courses c where c.id = e.course_id) is null`;

const week = sql`interval '7 days'`;

/** Members whose last open course ends within a week, found by the moment it ends. */
const endingSoon = sql`(select e.member_id from entitlements e
  where e.kind = 'course' and e.revoked_at is null and e.end_at > now() and e.end_at <= now() + ${week} and not exists (
    select from entitlements l where l.member_id = e.member_id and l.kind = 'course' and l.revoked_at is null
      and (l.end_at is null or l.end_at > now() + ${week})))`;

/** The start of today where the school is. */
const midnight = sql`(date_trunc('day', now() at time zone ${sql.lit(defaultTimeZone)}) at time zone ${sql.lit(defaultTimeZone)})`;

/** Who was born later is too young to agree alone. */
const consentBirthday = sql`((now() at time zone ${sql.lit(defaultTimeZone)})::date - ${sql.lit(`${consentAge} years`)}::interval)::date`;

export const membersBehaviour = defineBehaviour(members, {
  read_from: 'member_rows',
  computed: {
    mobile_bounce: sql`(select b.reason from bounced_mobiles b where b.mobile_phone = r.mobile_phone)`,
    mobile_bounced_at: sql`(select b.bounced_at from bounced_mobiles b where b.mobile_phone = r.mobile_phone)`,
    first_login: sql`(select f.send_state from first_logins f where f.user_id = r.user_id and f.used_at is null and r.last_login_at is null)`,
    course_count: sql`(select count(distinct e.course_id)::int ${openCourses})`,
    open_course_id: sql`(select e.course_id ${openCourses} order by e.end_at desc nulls first, e.id limit 1)`,
    open_until: sql`(select e.end_at ${openCourses} order by e.end_at desc nulls first, e.id limit 1)`,
    pending_name: sql`(select v.real_name from real_name_reviews v where v.member_id = r.id)`,
    id_card: sql`(select case when e.last4 = '' then null else repeat('*', 14) || e.last4 end
      from (select coalesce((select v.id_card_last4 from real_name_reviews v where v.member_id = r.id), (select m.id_card_last4 from members m where m.id = r.id)) as last4) e)`,
  },
  filters: {
    mobile_bounce: {
      columns: ['user_id'],
      has: (reason) =>
        sql<boolean>`r.user_id in (select u.id from users u join bounced_mobiles b on b.mobile_phone = u.mobile_phone where b.reason = ${reason})`,
    },
    ends_soon: {
      columns: ['id'],
      has: (value) => (value === true ? sql<boolean>`r.id in ${endingSoon}` : sql<boolean>`r.id not in ${endingSoon}`),
    },
    studied_today: {
      columns: ['last_study_at'],
      has: (value) =>
        value === true
          ? sql<boolean>`r.last_study_at >= ${midnight}`
          : sql<boolean>`(r.last_study_at is null or r.last_study_at < ${midnight})`,
    },
    lacks_consent: {
      columns: ['birthday'],
      has: (value) =>
        value === true
          ? sql<boolean>`(r.birthday > ${consentBirthday} and not r.ai_consent)`
          : sql<boolean>`(r.birthday is null or r.birthday <= ${consentBirthday} or r.ai_consent)`,
    },
  },
  beforeCreate: prepareMember,
  afterCreate: settleMember,
  beforeDelete: refuseRemoval,
  afterDelete: withdrawMembers,
  reveal: revealIdCard,
  extend: async ({ ctx: { db, clock, settings }, locale }, row) => ({
    user_id: await readAccount(db, row.id),
    merges: await loadMerges(db, row.id),
    ai_seconds: await loadSpendable(db, row.id, {
      daily_free_sec: await settings.get('ai_daily_free_sec'),
      now: clock(),
    }),
    ai_talks: await loadTalkNumbers(db, row.id, locale),
  }),
  alsoLocks: mergeLocks,
  dryRunNotes: {
    merge: previewMerge,
    notification: previewNotice,
    'update-is-auth': previewRealName,
    'update-status': async (call, { where, input }) =>
      input.status === memberStatus.stopped
        ? describeSuspension(
            call,
            sql`select r.user_id, r.id as member_id from member_rows r where ${where} and r.status <> ${memberStatus.stopped}`,
            { keeps_admins: true },
          )
        : [],
  },
  actions: {
    'update-status': updateStatus,
    'update-is-auth': decideRealName,
    'update-real-name': updateRealName,
    'change-mobile': changeMobile,
    'unbind-mobile': unbindMobile,
    'confirm-mobile': confirmMobile,
    'change-email': changeEmail,
    'change-agency': changeAgency,
    merge: mergeMembers,
    'undo-merge': undoMerge,
    grant: grantCourses,
    'add-seconds': addSeconds,
    'take-seconds': deductSeconds,
    notification: noticeMembers,
  },
  routes: [
    route.admin(firstLogins.createFirstLogins, { permission: 'admin.members.first-login', handler: createFirstLogins }),
  ],
});
