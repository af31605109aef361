import type * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { agencies } from '@kaike/shared/resources/agencies/agencies';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import { sendCode } from '../../../auth/login/public.ts';

/** Sends a code to the new number of the agency: whoever reads it out has the phone. */
export async function sendAgencyCode(
  call: AdminCallOf<typeof agenciesApi.sendAgencyCode>,
): Promise<ResponseOf<typeof agenciesApi.sendAgencyCode>> {
  const { ctx, actor, body } = call;
  const row = await loadRow({ db: ctx.db, actor, resource: ctx.resources.of(agencies) }, call.params.id);
  assert(row.id !== actor.admin.agency?.id, 'access.denied');
  return sendCode(call, { purpose: 'update_mobile', channel: 'sms', receiver: body.mobile_phone, verify: body.verify });
}
