import type * as auth from '@kaike/shared/contracts/auth/auth';
import { assert } from '../../../../core/app-error.ts';
import { openInvitation } from '../../../people/invitations/public.ts';
import { sendCode } from '../codes/send-code.ts';
import type { CallOf } from '../../../../core/call.ts';
import { contactOf, requiredError } from './register.ts';

/** Sends the code of a registration, also to a number or mailbox in use, so that only its owner learns that it is taken. */
export async function sendRegisterCode(
  call: CallOf<typeof auth.sendRegisterCode>,
): Promise<{ wait: number; message: string }> {
  const body = call.body;
  const contact = contactOf(body);
  if (!contact) throw requiredError('mobile_phone');
  if (body.invitation) await openInvitation(call.ctx, body.invitation);
  else assert(await call.ctx.settings.get('register_open'), 'auth.register_closed');
  const result = await sendCode(call, { purpose: 'register', ...contact, verify: body.verify });
  return { ...result, message: call.t(contact.channel === 'sms' ? 'sign_in.code_sent' : 'sign_in.code_mailed') };
}
