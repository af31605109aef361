import type * as account from '@kaike/shared/contracts/auth/account';
import { endOwnDevice } from '../../admin-account/public.ts';
import type { MemberCallOf } from '../../../../core/call.ts';

export function signOutDevice(call: MemberCallOf<typeof account.signOutDevice>) {
  return endOwnDevice(call);
}
