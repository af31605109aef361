import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { submitForReview } from '../../../people/real-names/public.ts';
import { loadAccount } from '../load-account.ts';

/** Verification without face matching: the school's staff decides. */
export async function requestReview(
  call: MemberCallOf<typeof account.requestReview>,
): Promise<ResponseOf<typeof account.requestReview>> {
  await submitForReview(call);
  return { account: await loadAccount(call), message: call.t('account.review_asked') };
}
