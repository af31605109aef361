import type * as personage from '@kaike/shared/contracts/auth/personage';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { profileColumns, changeProfile, loadProfile } from './profile.ts';

/** No two accounts share a mobile number or mail address, as both are login names. */
async function assertFree(
  trx: Db,
  { user_id, mobile_phone: mobile, email }: { user_id: number; mobile_phone: string | null; email: string | null },
): Promise<void> {
  const duplicate = await trx
    .selectFrom('users')
    .select(['mobile_phone'])
    .where('id', '!=', user_id)
    .where((eb) => eb.or([eb('mobile_phone', '=', mobile), eb(eb.fn('lower', ['email']), '=', email)]))
    .limit(1)
    .executeTakeFirst();
  if (!duplicate) return;
  throw new AppError('record.duplicate', {
    field: duplicate.mobile_phone !== null && duplicate.mobile_phone === mobile ? 'mobile_phone' : 'email',
  });
}

export async function updateProfile(
  call: AdminCallOf<typeof personage.updateProfile>,
): Promise<ResponseOf<typeof personage.updateProfile>> {
  const { body, ctx, actor } = call;
  const values = {
    name: body.name,
    mobile_phone: body.mobile_phone ?? null,
    email: body.email?.toLowerCase() ?? null,
    signature: body.signature ?? '',
  };
  return ctx.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(profileColumns)
      .where('id', '=', actor.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    assert(before.version === body.version, 'record.stale');
    await assertFree(trx, { user_id: actor.user_id, ...values });
    await changeProfile(call, trx, { before, values, action: 'update' });
    return { profile: await loadProfile(call, trx), message: call.t('kit.saved') };
  });
}
