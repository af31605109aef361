import type * as account from '@kaike/shared/contracts/auth/account';
import { endOtherDevices } from '../../admin-account/public.ts';
import type { MemberCallOf } from '../../../../core/call.ts';

export function signOutOtherDevices(call: MemberCallOf<typeof account.signOutOtherDevices>) {
  return endOtherDevices(call);
}
