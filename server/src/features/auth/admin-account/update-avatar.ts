import type * as personage from '@kaike/shared/contracts/auth/personage';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';
import { changeProfile, loadUser } from './profile.ts';

/** Changes the own avatar. */
export async function updateAvatar(
  call: AdminCallOf<typeof personage.updateAvatar>,
): Promise<ResponseOf<typeof personage.updateAvatar>> {
  const avatar = call.body.avatar ?? null;
  await call.ctx.db.transaction().execute(async (trx) => {
    await changeProfile(call, trx, {
      before: await loadUser(trx, call.actor.user_id),
      values: { avatar },
      action: 'avatar',
    });
  });
  return { avatar };
}
