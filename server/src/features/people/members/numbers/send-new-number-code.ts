import type * as numberRequests from '@kaike/shared/contracts/people/number-requests';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CallOf } from '../../../../core/call.ts';
import { sendCode } from '../../../auth/login/public.ts';
import { codePurpose } from './ask-for-number.ts';

/** Sends a code to the number that somebody wants to have. */
export async function sendNewNumberCode(
  call: CallOf<typeof numberRequests.sendNewNumberCode>,
): Promise<ResponseOf<typeof numberRequests.sendNewNumberCode>> {
  const { mobile_phone: receiver, verify } = call.body;
  const result = await sendCode(call, { purpose: codePurpose, channel: 'sms', receiver, verify });
  return { ...result, message: call.t('sign_in.code_sent') };
}
