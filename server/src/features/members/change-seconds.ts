import { randomUUID } from 'node:crypto';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import type { members } from '@kaike/shared/resources/members';
import { assert } from '../../core/app-error.ts';
import type { ActionResult, ActionRun, FailedRow } from '../../kit/behaviour.ts';
import { postSeconds } from '../ai-seconds/public.ts';

type SecondsRun = ActionRun<typeof members, 'add-seconds' | 'take-seconds'>;

/** Only the school changes balances: seconds cost it money, and an agency sells them by cards. */
async function changeSeconds(run: SecondsRun, name: string, sign: 1 | -1): Promise<ActionResult> {
  const { trx, call, rows, input, reason } = run;
  assert(!call.actor.admin.agency, 'access.denied');
  const delta = sign * input.minutes * 60;
  const failed = rows
    .filter((row) => row.ai_seconds_left + delta < 0)
    .map(({ id, ai_seconds_left: left }): FailedRow => {
      const params = { left: Math.floor(left / 60) };
      return { id, code: 'member.seconds_short', params, field: 'minutes' };
    });
  const refused = new Set(failed.map(({ id }) => id));
  const ids = rows.map(({ id }) => id).filter((id) => !refused.has(id));
  const key = `${name}:${call.actor.user_id}:${call.idempotency_key ?? randomUUID()}`;
  const entries = ids.map((id) => ({
    member_id: id,
    type: secondsType.admin,
    delta,
    ref_type: 'member',
    ref_id: id,
    idempotency_key: key,
  }));
  const cause = { operator_id: call.actor.user_id, remark: reason, now: call.ctx.clock() };
  await postSeconds(trx, entries, { ...cause, when_short: 'refuse' });
  return { changed: ids.length, failed };
}

export const addSeconds = (run: SecondsRun): Promise<ActionResult> => changeSeconds(run, 'add-seconds', 1);

/** Takes exactly the minutes, or nothing from a member who has less. */
export const takeSeconds = (run: SecondsRun): Promise<ActionResult> => changeSeconds(run, 'take-seconds', -1);
