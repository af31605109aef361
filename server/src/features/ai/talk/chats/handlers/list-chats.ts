import { sql } from 'kysely';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { spellingsOf } from '../../../../../core/chinese/chinese-script.ts';
import { shippedTextsWith, shippedText } from '../../../../../core/wording.ts';
import { levelIn } from '../present-chat.ts';

const pageSize = 20;

type HistoryRow = Omit<ResponseOf<typeof aiTalk.listChats>['data'][number], 'cefr' | 'started_at' | 'ended_at'> & {
  cefr: string;
  started_at: Date;
  ended_at: Date | null;
};

/** The member's talks, newest first; a keyword is looked for in titles, names of teachers and what was said. */
export async function listChats({
  ctx,
  actor,
  query,
  locale,
}: MemberCallOf<typeof aiTalk.listChats>): Promise<ResponseOf<typeof aiTalk.listChats>> {
  const page = query.page ?? 1;
  const keyword = (query.keyword ?? '').trim();
  const patterns = spellingsOf(keyword).map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const matches = sql`(c.title ilike any(${patterns}) or c.title = any(${shippedTextsWith(keyword, locale)}) or p.name ilike any(${patterns})
    or exists (select 1 from ai_messages m where m.chat_id = c.id and m.content ilike any(${patterns})))`;
  const { rows } =
    await sql<HistoryRow>`select c.id, c.people_id, p.name as people_name, p.avatar as people_avatar, c.template_id, c.title, c.cefr, c.status,
      c.turns, case when c.mode <> 'free' then coalesce(jsonb_array_length(c.scene_snapshot -> 'goals'), 0) else 0 end as goal_count, cardinality(c.goals_done) as goals_done, c.talk_sec,
      c.ai_sec_charged as charged_sec, c.rating, c.started_at, c.ended_at
    from ai_chats c join ai_peoples p on p.id = c.people_id
    where c.member_id = ${actor.member.id} and c.deleted_at is null and ${keyword === '' ? sql`true` : matches}
    order by c.id desc limit ${pageSize + 1} offset ${(page - 1) * pageSize}`.execute(ctx.db);
  return {
    data: rows.slice(0, pageSize).map((row) => ({
      ...row,
      title: shippedText(row.title, locale),
      cefr: levelIn(row.cefr),
      started_at: row.started_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    })),
    current_page: page,
    has_more: rows.length > pageSize,
  };
}
