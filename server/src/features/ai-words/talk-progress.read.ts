import { sql } from 'kysely';
import type { TalkProgress } from '@kaike/shared/contracts/ai-words';
import { wordState } from '@kaike/shared/domain/ai/word-state';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { MemberCall } from '../../core/call.ts';
import { countDue } from './words.ts';

type Totals = Pick<TalkProgress, 'talks' | 'talk_sec' | 'member_words' | 'goals_done'> & {
  total: number;
  known: number;
};

/** What the member has done with the teacher; deleted talks count on. */
export async function readTalkProgress({ ctx, actor }: MemberCall): Promise<TalkProgress> {
  const memberId = actor.member.id;
  const now = ctx.clock();
  const { rows } =
    await sql<Totals>`select count(*) filter (where turns > 0)::int as talks, coalesce(sum(talk_sec), 0)::int as talk_sec,
      coalesce(sum(member_words), 0)::int as member_words, coalesce(sum(cardinality(goals_done)), 0)::int as goals_done,
      (select count(*)::int from ai_words where member_id = ${memberId}) as total,
      (select count(*)::int from ai_words where member_id = ${memberId} and state = ${wordState.known}) as known
    from ai_chats where member_id = ${memberId}`.execute(ctx.db);
  const days = await sql<TalkProgress['days'][number]>`with week as (
      select d::date as day from generate_series((${now}::timestamptz at time zone ${defaultTimeZone})::date - 6,
        (${now}::timestamptz at time zone ${defaultTimeZone})::date, interval '1 day') d)
    select week.day::text as day, coalesce(a.talk_sec, 0)::int as talk_sec, (
        select count(*)::int from ai_word_reviews r join ai_words w on w.id = r.word_id
        where w.member_id = ${memberId} and (r.created_at at time zone ${defaultTimeZone})::date = week.day) as reviews
    from week left join ai_days a on a.member_id = ${memberId} and a.day = week.day order by week.day`.execute(ctx.db);
  const { total = 0, known: knownWords = 0, talks = 0, talk_sec = 0, member_words = 0, goals_done = 0 } = rows[0] ?? {};
  const due = await countDue(ctx.db, memberId, now);
  return { talks, talk_sec, member_words, goals_done, words: { total, due, known: knownWords }, days: days.rows };
}
