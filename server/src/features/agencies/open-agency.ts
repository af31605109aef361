import type * as agenciesApi from '@kaike/shared/contracts/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { agencies } from '@kaike/shared/resources/agencies';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../core/app-error.ts';
import type { AdminCall, AdminCallOf } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { showRow } from '../../kit/read/read-rows.ts';
import { createRow } from '../../kit/write/write-rows.ts';
import { renewPassword } from './agency-login.ts';

/** The account of an agency. */
async function loginOf(trx: Db, id: number): Promise<number> {
  const agency = await trx.selectFrom('agencies').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
  assert(agency.user_id !== null, 'record.state');
  return agency.user_id;
}

/**
 * Creates an agency with its login in one step. The password is only in this response, so the response is not stored for
 * retries: a retry fails because the user name is taken, and `new-password` sets another password.
 */
export async function openWithLogin(call: AdminCall): Promise<ResponseOf<typeof agenciesApi.openAgency>> {
  const resource = call.ctx.resources.of(agencies);
  return call.ctx.db.transaction().execute(async (trx) => {
    const row = await createRow({ trx, call, resource }, call.raw_body);
    return {
      id: row.id,
      username: row.username,
      password: await renewPassword({ trx, call }, await loginOf(trx, row.id)),
    };
  });
}

/** Sets a new one-time password for a descendant agency or, at the school, for any agency; ends its sessions. */
export async function showNewPassword(
  call: AdminCallOf<typeof agenciesApi.resetAgencyPassword>,
): Promise<ResponseOf<typeof agenciesApi.resetAgencyPassword>> {
  const { ctx, actor } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const row = await showRow({ db: trx, actor, resource: ctx.resources.of(agencies) }, call.params.id);
    assert(row.id !== actor.admin.agency?.id, 'access.denied');
    const password = await renewPassword({ trx, call }, await loginOf(trx, row.id));
    await writeLog(trx, call, {
      resource: 'agencies',
      action: 'new-password',
      record_id: row.id,
      record_title: row.name,
      reason: call.body.reason,
    });
    return { username: row.username, password };
  });
}
