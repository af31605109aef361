import { sql } from 'kysely';
import type * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import { reviewCard } from './schedule.ts';
import { countDue, presentWord, selectWords } from './words.ts';

/** Stores a review once for each request id; a repeated one gets the word as it is. */
export async function reviewWord(
  call: MemberCallOf<typeof aiWords.reviewWord>,
): Promise<ResponseOf<typeof aiWords.reviewWord>> {
  const { ctx, actor, body, params } = call;
  const now = ctx.clock();
  const own = sql`w.id = ${params.id} and w.member_id = ${actor.member.id}`;
  const word = await inTransaction(ctx.db, async (trx) => {
    const [before] = await selectWords(trx, sql`${own} for no key update`);
    assert(before, 'record.not_found');
    const { card, due_at, state } = reviewCard(before.fsrs, body.rating, now);
    const { rows } = await sql`insert into ai_word_reviews (word_id, request_id, rating, ms, state, due_at, created_at)
      values (${before.id}, ${body.request_id}, ${body.rating}, ${body.ms}, ${state}, ${due_at}, ${now})
      on conflict (word_id, request_id) do nothing returning 1`.execute(trx);
    if (rows.length === 0) return before;
    await sql`update ai_words set fsrs = ${JSON.stringify(card)}::jsonb, state = ${state}, due_at = ${due_at} where id = ${before.id}`.execute(
      trx,
    );
    return { ...before, fsrs: card, state, due_at };
  });
  return { word: presentWord(word, now), due_count: await countDue(ctx.db, actor.member.id, now) };
}
