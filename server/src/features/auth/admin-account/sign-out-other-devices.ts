import type * as personage from '@kaike/shared/contracts/auth/personage';
import { endOtherDevices, logEnded } from './devices.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function signOutOtherDevices(call: AdminCallOf<typeof personage.signOutOtherDevices>) {
  return endOtherDevices(call, logEnded(call));
}
