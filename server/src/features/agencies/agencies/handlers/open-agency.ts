import type * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import { createRow } from '../../../../kit/write/write-rows.ts';
import { renewPassword } from '../agency-login.ts';

/** The account of an agency. */
export async function loginOf(trx: Db, id: number): Promise<number> {
  const agency = await trx.selectFrom('agencies').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
  assert(agency.user_id !== null, 'record.state');
  return agency.user_id;
}

/**
 * Creates an agency with its login in one step. The password is only in this response, so the response is not stored for
 * retries: a retry fails because the user name is taken, and `new-password` sets another password.
 */
export async function openAgency(call: AdminCall): Promise<ResponseOf<typeof agenciesApi.openAgency>> {
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
