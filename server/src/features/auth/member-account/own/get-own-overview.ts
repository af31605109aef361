import { sql } from 'kysely';
import type { OwnOverview, OwnSeal } from '@kaike/shared/contracts/auth/account';
import type * as account from '@kaike/shared/contracts/auth/account';
import { dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { sealedStreaks } from '@kaike/shared/domain/learning/seals';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../../core/call.ts';
import { mayStudy } from '../../../../core/guards.ts';
import type { Db } from '../../../../db/pool.ts';
import { listMyCourses } from '../../../catalog/courses/public.ts';

type MemberNow = { member_id: number; now: Date };
type Counts = Pick<
  OwnOverview,
  'unused_cards' | 'pending_orders' | 'has_orders' | 'certificates' | 'notes' | 'week_sec'
>;

const inForce = (now: Date) =>
  sql`e.revoked_at is null and e.start_at <= ${now} and (e.end_at is null or e.end_at > ${now})`;

async function readCounts(db: Db, { member_id: id, now }: MemberNow): Promise<Counts> {
  const { rows } = await sql<Counts>`select
      (select count(*)::int from cards c where c.owner_member_id = ${id} and c.state = ${cardState.claimed}
        and (c.redeem_end_at is null or c.redeem_end_at > ${now})) as unused_cards,
      (select count(*)::int from pay_orders o where o.member_id = ${id} and o.status = ${orderStatus.pending}) as pending_orders,
      exists (select 1 from pay_orders o where o.member_id = ${id}) as has_orders,
      (select count(*)::int from study_certificates s where s.member_id = ${id}) as certificates,
      (select count(*)::int from lesson_notes n where n.member_id = ${id} and n.deleted_at is null) as notes,
      (select coalesce(sum(d.study_sec), 0)::int from learning_days d where d.member_id = ${id} and d.day >= ${mondayOf(dayOf(now))}) as week_sec`.execute(
    db,
  );
  return rows[0] ?? { unused_cards: 0, pending_orders: 0, has_orders: false, certificates: 0, notes: 0, week_sec: 0 };
}

type CardRow = { card_no: string; title: string; cover: string | null; end_at: Date | null };

async function readCard(db: Db, { member_id: id, now }: MemberNow): Promise<OwnOverview['card']> {
  const { rows } = await sql<CardRow>`select c.card_no, p.title, p.cover, e.end_at from cards c
      join products p on p.id = c.product_id
      join entitlements e on e.source_type = 'card' and e.source_id = c.id and e.member_id = ${id} and ${inForce(now)}
    where c.activated_member_id = ${id} and c.state = ${cardState.activated}
    order by e.end_at desc nulls first, c.id limit 1`.execute(db);
  const [card] = rows;
  return card ? { ...card, end_at: card.end_at?.toISOString() ?? null } : null;
}

type Achievements = { has_finished_lesson: boolean; longest: number; titles: string[] };

/** Days in a row are those of `learning_days` alone, so a day on leave ends a run here: a seal is for days studied. */
async function readSeals(db: Db, memberId: number): Promise<OwnSeal[]> {
  const { rows } = await sql<Achievements>`select
      exists (select 1 from learning_records r where r.member_id = ${memberId} and r.completed_at is not null) as has_finished_lesson,
      coalesce((select max(run.days)::int from (select count(*) as days from (select d.day, d.day - (row_number() over (order by d.day))::int as start
        from (select distinct day from learning_days where member_id = ${memberId} and study_sec > 0) d) g group by g.start) run), 0) as longest,
      coalesce((select array_agg(t.title order by t.issued_at desc) from (select c.title, min(s.issued_at) as issued_at from study_certificates s
        join courses c on c.id = s.course_id where s.member_id = ${memberId} group by c.id, c.title) t), '{}') as titles`.execute(
    db,
  );
  const [earned] = rows;
  if (!earned) return [];
  const streaks = sealedStreaks.filter((days) => earned.longest >= days).toReversed();
  return [
    ...earned.titles.map((title): OwnSeal => ({ kind: 'course', days: 0, title })),
    ...streaks.map((days): OwnSeal => ({ kind: 'streak', days, title: '' })),
    ...(earned.has_finished_lesson ? [{ kind: 'first', days: 0, title: '' } as const] : []),
  ];
}

/** As many courses as the page of them lists. */
async function countCourses(call: MemberCall): Promise<number> {
  if (!(await mayStudy(call.ctx.db, call.actor.member))) return 0;
  return (await listMyCourses(call)).courses.length;
}

/** What the learner has, for the first screen of the account. */
export async function getOwnOverview(call: MemberCall): Promise<ResponseOf<typeof account.getOwnOverview>> {
  const { ctx, actor } = call;
  const moment = { member_id: actor.member.id, now: ctx.clock() };
  const [courses, counts, card, seals] = await Promise.all([
    countCourses(call),
    readCounts(ctx.db, moment),
    readCard(ctx.db, moment),
    readSeals(ctx.db, moment.member_id),
  ]);
  return { courses, ...counts, card, seals };
}
