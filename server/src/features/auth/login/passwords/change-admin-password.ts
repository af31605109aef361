import type * as changePasswordApi from '@kaike/shared/contracts/auth/change-password';
import { type Actor, isAdmin } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import type { CallOf } from '../../../../core/call.ts';
import { changePassword } from './change-password.ts';

/** The same for an administrator, with an entry in the operation log. */
export async function changeAdminPassword(
  call: CallOf<typeof changePasswordApi.changeAdminPassword, Actor>,
): Promise<{ message: string }> {
  const { actor } = call;
  assert(isAdmin(actor), 'access.denied');
  return changePassword(call, (trx) =>
    writeLog(
      trx,
      { ...call, actor },
      {
        resource: 'personage',
        action: 'password',
        record_id: actor.user_id,
        record_title: actor.name,
      },
    ),
  );
}
