import type * as firstLogins from '@kaike/shared/contracts/auth/first-logins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { CallOf } from '../../../../core/call.ts';
import { maskedLogin } from './masked-login.ts';
import { findPerson } from './use-first-login.ts';

/** Tells whoever has the link whose it is, without the whole number or mailbox. */
export async function getFirstLogin(
  call: CallOf<typeof firstLogins.getFirstLogin>,
): Promise<ResponseOf<typeof firstLogins.getFirstLogin>> {
  const { ctx, params } = call;
  const person = await findPerson(ctx, params.token);
  const school = await ctx.settings.get('school_name');
  if (!person) return { school, person: null };
  return { school, person: { name: person.name, login: maskedLogin(person) } };
}
