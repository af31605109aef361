import { sql } from 'kysely';
import type { TalkProgress } from '@kaike/shared/contracts/ai/ai-words';
import type { MemberCall } from '../../../core/call.ts';
import { countDue } from './words.ts';

type Totals = Pick<TalkProgress, 'talks' | 'talk_sec'> & { total: number };

/** What the member has done with the teacher; deleted talks count on. */
export async function getTalkProgress({ ctx, actor }: MemberCall): Promise<TalkProgress> {
  const memberId = actor.member.id;
  const { rows } =
    await sql<Totals>`select count(*) filter (where turns > 0)::int as talks, coalesce(sum(talk_sec), 0)::int as talk_sec,
      (select count(*)::int from ai_words where member_id = ${memberId}) as total
    from ai_chats where member_id = ${memberId}`.execute(ctx.db);
  const { total = 0, talks = 0, talk_sec = 0 } = rows[0] ?? {};
  return { talks, talk_sec, words: { total, due: await countDue(ctx.db, memberId, ctx.clock()) } };
}
