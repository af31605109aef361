import { sql } from 'kysely';
import type * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { reviewSize } from '@kaike/shared/domain/ai/word-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../core/call.ts';
import { spellingsOf } from '../../../core/chinese/chinese-script.ts';
import { selectWords, presentWord, countDue } from './words.ts';

const pageSize = 50;

export async function listWords({
  ctx,
  actor,
  query,
}: MemberCallOf<typeof aiWords.listWords>): Promise<ResponseOf<typeof aiWords.listWords>> {
  const now = ctx.clock();
  const memberId = actor.member.id;
  const isDue = query.due === true;
  const page = isDue ? 1 : (query.page ?? 1);
  const size = isDue ? reviewSize : pageSize;
  const spellings = spellingsOf((query.keyword ?? '').trim());
  const patterns = spellings.map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  const matches = sql`(w.lemma ilike any(${patterns}) or w.gloss ilike any(${patterns}))`;
  const order = isDue ? sql`w.due_at, w.id` : sql`w.id desc`;
  const rows = await selectWords(
    ctx.db,
    sql`w.member_id = ${memberId} and ${matches} and ${isDue ? sql`w.due_at <= ${now}` : sql`true`}
      order by ${order} limit ${size + 1} offset ${(page - 1) * size}`,
  );
  return {
    data: rows.slice(0, size).map((row) => presentWord(row, now)),
    due_count: await countDue(ctx.db, memberId, now),
    current_page: page,
    has_more: rows.length > size,
  };
}
