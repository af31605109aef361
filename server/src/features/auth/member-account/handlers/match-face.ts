import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { endFaceCheck } from '../../../people/real-names/public.ts';
import { findFaceProvider, loadAccount } from '../load-account.ts';

/** Stores the result of face matching. */
export async function matchFace(
  call: MemberCallOf<typeof account.matchFace>,
): Promise<ResponseOf<typeof account.matchFace>> {
  const provider = await findFaceProvider(call);
  assert(provider, 'account.face_off');
  const outcome = await endFaceCheck(call, provider);
  return { account: await loadAccount(call), message: call.t(`account.face_${outcome}`) };
}
