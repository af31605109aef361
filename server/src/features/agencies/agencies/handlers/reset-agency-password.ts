import type * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import { renewPassword } from '../agency-login.ts';
import { loginOf } from './open-agency.ts';

/** Sets a new one-time password for a descendant agency or, at the school, for any agency; ends its sessions. */
export async function resetAgencyPassword(
  call: AdminCallOf<typeof agenciesApi.resetAgencyPassword>,
): Promise<ResponseOf<typeof agenciesApi.resetAgencyPassword>> {
  const { ctx, actor } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const row = await loadRow({ db: trx, actor, resource: ctx.resources.of(agencies) }, call.params.id);
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
