import { sql } from 'kysely';
import type * as account from '@kaike/shared/contracts/auth/account';
import { modelCodePrefix } from '@kaike/shared/domain/ai/learner/model-corrections';
import { numberRequestState } from '@kaike/shared/domain/people/number-request';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { getLevel } from '../../../ai/talk/public.ts';
import { assertOwner } from '../reauthentication.ts';

/** Of each part the latest; no learner has written more. */
const maxRows = 20_000;

/** What each part of the copy is read by; ID numbers leave the product only as their last four characters. */
const parts = {
  profile: (
    id: number,
  ) => sql`select m.member_no, u.name as nickname, u.username, u.mobile_phone, u.email, m.gender, m.birthday, m.school, m.grade,
      m.real_name, m.id_card_last4, m.ai_level, m.daily_goal_min, m.created_at
    from members m join users u on u.id = m.user_id where m.id = ${id}`,
  consents: (id: number) =>
    sql`select kind, agreed_at, by_guardian, version from sensitive_consents where member_id = ${id} order by id desc`,
  other_logins: (id: number) =>
    sql`select o.provider, o.nickname, o.bound_at from ousers o join members m on m.user_id = o.user_id where m.id = ${id} order by o.id desc`,
  devices: (id: number) => sql`select s.device_name, s.ip, s.issued_at, s.last_seen_at
    from user_sessions s join members m on m.user_id = s.user_id where m.id = ${id} order by s.id desc`,
  // What somebody asked for who was not logged in is theirs, until the school found that it was this learner.
  number_requests: (id: number) =>
    sql`select name, old_number, mobile_phone, remark, state, reason, decided_at, created_at from number_requests
      where member_id = ${id} and (is_logged_in or state = ${numberRequestState.approved}) order by id desc`,
  access: (
    id: number,
  ) => sql`select c.title as course, e.kind, e.amount, e.source_type, e.start_at, e.end_at, e.revoked_at
    from entitlements e left join courses c on c.id = e.course_id where e.member_id = ${id} order by e.id desc`,
  cards: (id: number) => sql`select c.card_no, p.title as product, c.claimed_at, c.activated_at
    from cards c join products p on p.id = c.product_id where ${id} in (c.owner_member_id, c.activated_member_id) order by c.id desc`,
  orders: (
    id: number,
  ) => sql`select o.order_no, p.title as product, o.payable, o.status, o.channel, o.created_at, o.paid_at, o.refund_amount
    from pay_orders o join products p on p.id = o.product_id where o.member_id = ${id} order by o.id desc`,
  learning_records: (
    id: number,
  ) => sql`select c.title as course, l.title as lesson, case when r.completed_at is not null then 100 else least(r.percent, 99) end as percent, r.study_sec, r.first_at, r.last_at, r.completed_at
    from learning_records r join lessons l on l.id = r.lesson_id join courses c on c.id = r.course_id where r.member_id = ${id} order by r.id desc`,
  learning_days: (id: number) =>
    sql`select d.day, c.title as course, d.study_sec from learning_days d join courses c on c.id = d.course_id where d.member_id = ${id} order by d.day desc`,
  notes: (id: number) => sql`select c.title as course, l.title as lesson, n.at_sec, n.body, n.updated_at
    from lesson_notes n join lessons l on l.id = n.lesson_id join courses c on c.id = n.course_id
    where n.member_id = ${id} and n.deleted_at is null order by n.id desc`,
  certificates: (id: number) =>
    sql`select code, masked_name, study_sec, lesson_count, courses, issued_at from study_certificates where member_id = ${id} order by id desc`,
  talks: (
    id: number,
  ) => sql`select t.title, g.role, g.content, g.role = 'ai' and g.model is distinct from ${scriptProvider} as is_ai_generated, g.content_no, g.saved, g.recorded_ms,
      (select coalesce(jsonb_agg(c || jsonb_build_object('is_ai_generated', starts_with(c ->> 'code', ${modelCodePrefix}))), '[]')
        from jsonb_path_query(g.corrections, '$[*] ? (@.type() == "object")') c) as corrections,
      g.reported_at, g.report_reason, g.report_remark, g.created_at
    from ai_messages g join ai_chats t on t.id = g.chat_id where t.member_id = ${id} order by g.id desc`,
  talk_reports: (
    id: number,
  ) => sql`select title, cefr, turns, member_words, unique_words, talk_sec, ai_sec_charged as charged_sec, goals_done, rating, started_at, ended_at
    from ai_chats where member_id = ${id} and deleted_at is null order by id desc`,
  talk_summaries: (id: number) => sql`select title, started_at, summary, advice, true as is_ai_generated from ai_chats
    where member_id = ${id} and summary <> '' order by id desc`,
  talk_seconds: (id: number) =>
    sql`select type, delta, balance_after, created_at from ai_second_logs where member_id = ${id} order by id desc`,
  mistakes: (id: number) =>
    sql`select kind, code, times, dismissed from ai_mistakes where member_id = ${id} order by id desc`,
  talk_consents: (id: number) =>
    sql`select purpose, recipient, granted_at, revoked_at from ai_consents where member_id = ${id} order by id desc`,
  words: (id: number) =>
    sql`select lemma, language, kind, gloss, gloss_en, sentence, due_at, created_at from ai_words where member_id = ${id} order by id desc`,
  word_reviews: (id: number) => sql`select w.lemma, r.rating, r.created_at
    from ai_word_reviews r join ai_words w on w.id = r.word_id where w.member_id = ${id} order by r.id desc`,
  readings: (id: number) =>
    sql`select is_better, sounds, created_at from ai_readings where member_id = ${id} order by id desc`,
  memories: (id: number) =>
    sql`select kind, text, created_at from ai_memories where member_id = ${id} and removed_at is null order by id desc`,
  notices: (id: number) => sql`select g.title, d.delivered_at, d.read_at
    from message_deliveries d join messages g on g.id = d.message_id and g.recalled_at is null where d.member_id = ${id} order by d.delivered_at desc`,
} as const;

/** A copy of what is stored about the learner, after proof of ownership: whoever holds a phone for a minute cannot take it along. */
export async function exportOwnData(
  call: MemberCallOf<typeof account.exportOwnData>,
): Promise<ResponseOf<typeof account.exportOwnData>> {
  const { ctx, actor, body } = call;
  await assertOwner(call, ctx.db, body.pass);
  const data: Record<string, unknown> = { exported_at: ctx.clock().toISOString() };
  for (const [part, query] of Object.entries(parts)) {
    const { rows } = await sql`${query(actor.member.id)} limit ${maxRows}`.execute(ctx.db);
    data[part] = rows;
  }
  data['talk_level'] = await getLevel(call);
  return { data };
}
