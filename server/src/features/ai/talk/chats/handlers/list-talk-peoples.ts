import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { aiPeopleStatus } from '@kaike/shared/domain/ai/ai-chat';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../../../core/call.ts';
import { findMinor } from '../minors.ts';
import { peopleOf, presentPeople } from '../present-chat.ts';

/** Teachers that can be chosen; to a minor only those for minors. */
export async function listTalkPeoples({
  ctx,
  actor,
  locale,
}: MemberCall): Promise<ResponseOf<typeof aiTalk.listTalkPeoples>> {
  const isYoung = (await findMinor(ctx, ctx.db, actor.member.id)) !== null;
  const rows = await peopleOf(ctx.db)
    .select('for_minors')
    .where('status', '=', aiPeopleStatus.on)
    .where('deleted_at', 'is', null)
    .orderBy('sort')
    .orderBy('id')
    .limit(100)
    .execute();
  const offered = rows.filter((row) => !isYoung || row.for_minors);
  return {
    peoples: offered.map(({ for_minors: _forMinors, ...row }) => presentPeople(row, locale)),
    adults_only: rows.length - offered.length,
  };
}
