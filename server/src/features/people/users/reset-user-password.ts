import type * as users from '@kaike/shared/contracts/people/users';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { users as usersResource } from '@kaike/shared/resources/people/users';
import { assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { hashPassword, makePassword } from '../../auth/login/public.ts';
import { checkMayChangeAccounts } from './roles-of.ts';

/** Sets a one-time password and ends the account's sessions. The response is not stored: a retry creates another password. */
export async function resetUserPassword(
  call: AdminCallOf<typeof users.resetUserPassword>,
): Promise<ResponseOf<typeof users.resetUserPassword>> {
  const { id } = call.params;
  const password = makePassword();
  const hash = await hashPassword(password);
  return call.ctx.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
    const row = await loadRow({ db: trx, actor: call.actor, resource: call.ctx.resources.of(usersResource) }, id);
    assert(row.status !== userStatus.cancelled, 'record.state');
    await checkMayChangeAccounts({ trx, call }, [id]);
    await setColumns({ trx, call }, 'users', {
      ids: [id],
      values: { password_hash: hash, must_change_password: true },
    });
    await call.sessions.revoke(trx, { user_id: id, reason: 'password_changed' });
    await writeLog(trx, call, {
      resource: 'users',
      action: 'reset-password',
      record_id: id,
      record_title: row.name,
      reason: call.body.reason,
    });
    // The login name; a mobile number is masked as the role requires.
    return { username: String(row.username ?? row.mobile_phone ?? row.email ?? ''), password };
  });
}
