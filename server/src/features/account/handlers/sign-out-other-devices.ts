import type * as account from '@kaike/shared/contracts/account';
import { endOtherDevices } from '../../personage/public.ts';
import type { MemberCallOf } from '../../../core/call.ts';

export function signOutOtherDevices(call: MemberCallOf<typeof account.signOutOtherDevices>) {
  return endOtherDevices(call);
}
