import type * as auth from '@kaike/shared/contracts/auth/auth';
import { logInByCode } from '../log-in-by-code.ts';
import { logInByPassword } from '../log-in-by-password.ts';
import type { CallOf } from '../../../../core/call.ts';

export function logIn(call: CallOf<typeof auth.logIn>) {
  return call.body.username ? logInByPassword(call, call.body) : logInByCode(call, call.body);
}
