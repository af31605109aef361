import type * as forgotPassword from '@kaike/shared/contracts/auth/forgot-password';
import { sendResetCode } from '../passwords/reset-password.ts';
import type { CallOf } from '../../../../core/call.ts';

export function sendResetMail(call: CallOf<typeof forgotPassword.sendResetMail>) {
  return sendResetCode(call, { ...call.body, channel: 'mail' });
}
