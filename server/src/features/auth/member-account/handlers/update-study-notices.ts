import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { loadAccount } from '../load-account.ts';

/** Which notices of their own study a member wants. */
export async function updateStudyNotices(
  call: MemberCallOf<typeof account.updateStudyNotices>,
): Promise<ResponseOf<typeof account.updateStudyNotices>> {
  const { ctx, actor, body } = call;
  await ctx.db
    .updateTable('members')
    .set({ weekly_summary: body.weekly_summary ?? true, remind_hour: body.remind_hour ?? null })
    .where('id', '=', actor.member.id)
    .execute();
  return { account: await loadAccount(call), message: call.t('account.saved') };
}
