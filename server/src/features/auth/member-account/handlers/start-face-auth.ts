import type * as account from '@kaike/shared/contracts/auth/account';
import { authStatus } from '@kaike/shared/domain/people/people';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { startFaceCheck } from '../../../people/real-names/public.ts';
import { findFaceProvider, loadAccount } from '../load-account.ts';

/** Where vendors send the browser afterwards. */
const realNamePage = '/home/personage/real-name';

/** Starts face matching; no identity is stored before it has ended. */
export async function startFaceAuth(
  call: MemberCallOf<typeof account.startFaceAuth>,
): Promise<ResponseOf<typeof account.startFaceAuth>> {
  const provider = await findFaceProvider(call);
  assert(provider, 'account.face_off');
  const { is_auth: state } = await loadAccount(call);
  assert(state !== authStatus.passed, 'record.state');
  return startFaceCheck(call, provider, `${call.origin}${realNamePage}?returned=1`);
}
