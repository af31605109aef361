import type * as account from '@kaike/shared/contracts/account';
import { endOwnDevice } from '../../personage/public.ts';
import type { MemberCallOf } from '../../../core/call.ts';

export function signOutDevice(call: MemberCallOf<typeof account.signOutDevice>) {
  return endOwnDevice(call);
}
