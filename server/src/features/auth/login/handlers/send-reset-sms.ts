import type * as forgotPassword from '@kaike/shared/contracts/auth/forgot-password';
import { sendResetCode } from '../passwords/reset-password.ts';
import type { CallOf } from '../../../../core/call.ts';

export function sendResetSms(call: CallOf<typeof forgotPassword.sendResetSms>) {
  return sendResetCode(call, { ...call.body, channel: 'sms' });
}
