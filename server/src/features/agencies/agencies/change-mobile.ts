import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { AppError, assert } from '../../../core/app-error.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import type { ActionRun, ActionResult, RowOf } from '../../../kit/behaviour.ts';
import { changeNumber, checkCode, consumeCode } from '../../auth/login/public.ts';

function rowOf({ rows, call }: ActionRun<typeof agencies>): RowOf<typeof agencies> {
  assert(rows.length === 1 && rows[0], 'record.not_found');
  assert(rows[0].id !== call.actor.admin.agency?.id, 'access.denied');
  return rows[0];
}

/** The code sent to the new number verifies it; without a code a reason is required. */
async function proveNumber(
  { trx, call, input, reason }: ActionRun<typeof agencies, 'mobile-phone'>,
  mobile: string,
): Promise<void> {
  const { message_code: code = '' } = input;
  if (code === '' && reason.trim() === '')
    throw new AppError('request.invalid', { failures: { reason: [{ rule: 'required', params: [] }] } });
  if (code !== '')
    await consumeCode(call.ctx, trx, await checkCode(call.ctx, { purpose: 'update_mobile', receiver: mobile, code }));
}

/** Changes the contact and login number of an agency and ends its sessions. */
export async function changeMobile(action: ActionRun<typeof agencies, 'mobile-phone'>): Promise<ActionResult> {
  const { trx, call, input } = action;
  const row = rowOf(action);
  const { mobile_phone: mobile } = input;
  await proveNumber(action, mobile);
  await setColumns(action, 'agencies', { ids: [row.id], values: { mobile_phone: mobile } });
  const agency = await trx.selectFrom('agencies').select('user_id').where('id', '=', row.id).executeTakeFirst();
  if (agency?.user_id) {
    const change = {
      user_id: agency.user_id,
      mobile_phone: mobile,
      changed_by: call.actor.user_id,
      reason: action.reason,
    };
    await changeNumber(call.ctx, trx, { ...change, cause: 'school' });
    await call.sessions.revoke(trx, { user_id: agency.user_id, reason: 'account_stopped' });
  }
  return { changed: 1, failed: [] };
}
