import { numberRequestState } from '@kaike/shared/domain/people/number-request';
import { members } from '@kaike/shared/resources/people/members';
import { numberRequests } from '@kaike/shared/resources/people/number-requests';

import { assert } from '../../../../core/app-error.ts';
import { addJob } from '../../../../core/job.ts';
import { isLocale } from '../../../../core/wording.ts';
import { defineBehaviour, type ActionResult, type ActionRun, type RowOf } from '../../../../kit/behaviour.ts';
import { findRows } from '../../../../kit/read/load-rows.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { claimNumber } from '../../../auth/login/public.ts';
import { assignNumber } from '../change-logins.ts';

type Run = ActionRun<typeof numberRequests>;
type Row = RowOf<typeof numberRequests>;

/** The single request; its row is locked, so of two decisions the second finds it decided. */
function waitingRow({ rows }: Run): Row {
  const [row] = rows;
  assert(row && rows.length === 1, 'record.not_found');
  assert(row.state === numberRequestState.waiting, 'record.state');
  return row;
}

/** Notes the decision, and tells the new number in the language in which it was asked for. */
async function settle(run: Run, row: Row, values: { state: number; member_id?: number }): Promise<ActionResult> {
  const { trx, call, reason } = run;
  const now = call.ctx.clock();
  const decision = { ...values, reason, decided_by: call.actor.user_id, decided_at: now, updated_at: now };
  const { mobile_phone: mobile, locale } = await trx
    .updateTable('number_requests')
    .set((eb) => ({ ...decision, version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .returning(['mobile_phone', 'locale'])
    .executeTakeFirstOrThrow();
  await addJob(trx, 'tell_new_number', {
    mobile_phone: mobile,
    locale: isLocale(locale) ? locale : call.locale,
    is_approved: values.state === numberRequestState.approved,
    reason,
  });
  return { changed: 1, failed: [] };
}

/**
 * The learner of the request, or the one whom the school chose, has the number from now on. Who asked has proved to hold it:
 * an idle account that still has it gives it up; one in use is named, so that both can be merged.
 */
async function approve(run: ActionRun<typeof numberRequests, 'approve'>): Promise<ActionResult> {
  const { trx, call, input, reason } = run;
  const row = waitingRow(run);
  const memberId = input.member_id ?? row.member_id;
  assert(memberId !== null, 'request.invalid', { failures: { member_id: [{ rule: 'required', params: [] }] } });
  const [member] = await findRows({ db: trx, actor: call.actor, resource: call.ctx.resources.of(members) }, [memberId]);
  assert(member, 'record.not_found', { field: 'member_id' });
  const { user_id } = await trx
    .selectFrom('members')
    .select('user_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const { mobile_phone: mobile } = await trx
    .selectFrom('number_requests')
    .select('mobile_phone')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  await claimNumber(call.ctx, trx, mobile);
  await assignNumber(run, { user_id, mobile_phone: mobile, reason });
  const result = await settle(run, row, { state: numberRequestState.approved, member_id: memberId });
  await writeLog(trx, call, {
    resource: 'members',
    action: 'change-mobile',
    record_id: memberId,
    record_title: String(member.display_name ?? ''),
    after: { number_request: row.id },
    reason,
  });
  return result;
}

const refuse = async (run: Run): Promise<ActionResult> =>
  settle(run, waitingRow(run), { state: numberRequestState.refused });

export const numberRequestsBehaviour = defineBehaviour(numberRequests, { actions: { approve, refuse } });
