import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import type { members } from '@kaike/shared/resources/people/members';
import type { ActionResult, ActionRun, FailedRow } from '../../../kit/behaviour.ts';
import type { Db } from '../../../db/pool.ts';
import { postSeconds } from '../../ai/seconds/public.ts';

type SecondsRun = ActionRun<typeof members, 'add-seconds' | 'take-seconds'>;

/** Seconds of each member that no running reply has set aside. */
async function readFree(trx: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{
    id: number;
    free: number;
  }>`select id, ai_seconds_left - ai_seconds_held as free from members where id = any(${ids}::bigint[])`.execute(trx);
  return new Map(rows.map(({ id, free }) => [id, free]));
}

/** Only the school changes balances: seconds cost it money, and an agency sells them by cards. */
async function changeSeconds(run: SecondsRun, name: string, sign: 1 | -1): Promise<ActionResult> {
  const { trx, call, rows, input, reason } = run;
  const delta = sign * input.minutes * 60;
  const free = await readFree(
    trx,
    rows.map(({ id }) => id),
  );
  const failed = rows.flatMap(({ id }): FailedRow[] => {
    const balance = free.get(id) ?? 0;
    if (balance + delta >= 0) return [];
    return [{ id, code: 'member.seconds_short', params: { left: Math.floor(balance / 60) }, field: 'minutes' }];
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
  const cause = { operator_id: call.actor.user_id, remark: reason, now: call.ctx.clock(), secrets: call.ctx.secrets };
  await postSeconds(trx, entries, { ...cause, when_short: 'refuse' });
  return { changed: ids.length, failed };
}

export const addSeconds = (run: SecondsRun): Promise<ActionResult> => changeSeconds(run, 'add-seconds', 1);

/** Takes exactly the minutes, or nothing from a member who has less. */
export const deductSeconds = (run: SecondsRun): Promise<ActionResult> => changeSeconds(run, 'take-seconds', -1);
