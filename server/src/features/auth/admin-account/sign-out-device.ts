import type * as personage from '@kaike/shared/contracts/auth/personage';
import { endOwnDevice, logEnded } from './devices.ts';
import type { AdminCallOf } from '../../../core/call.ts';

export function signOutDevice(call: AdminCallOf<typeof personage.signOutDevice>) {
  return endOwnDevice(call, logEnded(call));
}
