import type * as aiWords from '@kaike/shared/contracts/ai/ai-words';
import { assert } from '../../../core/app-error.ts';
import type { MemberCallOf } from '../../../core/call.ts';

export async function deleteWord({
  ctx,
  actor,
  params,
}: MemberCallOf<typeof aiWords.deleteWord>): Promise<Record<never, never>> {
  const { numDeletedRows: count } = await ctx.db
    .deleteFrom('ai_words')
    .where('id', '=', params.id)
    .where('member_id', '=', actor.member.id)
    .executeTakeFirst();
  assert(count > 0n, 'record.not_found');
  return {};
}
