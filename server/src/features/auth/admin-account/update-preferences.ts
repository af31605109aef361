import type * as personage from '@kaike/shared/contracts/auth/personage';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { loadUser, changeProfile } from './profile.ts';

/** Saves language and theme with the account. */
export async function updatePreferences(
  call: AdminCallOf<typeof personage.updatePreferences>,
): Promise<ResponseOf<typeof personage.updatePreferences>> {
  const submitted = Object.fromEntries(Object.entries(call.body).filter(([key]) => key in call.raw_body));
  return call.ctx.db.transaction().execute(async (trx) => {
    const before = await loadUser(trx, call.actor.user_id);
    await changeProfile(call, trx, { before, values: submitted, action: 'preferences' });
    const { language, theme } = { ...before, ...submitted };
    return { language, theme };
  });
}
