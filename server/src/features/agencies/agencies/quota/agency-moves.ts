import { randomUUID } from 'node:crypto';
import { quotaType, type QuotaType } from '@kaike/shared/domain/agencies/quota-log';
import type { agencies } from '@kaike/shared/resources/agencies/agencies';
import { assert } from '../../../../core/app-error.ts';
import { hasPermission } from '../../../../core/actor.ts';
import type { ActionRun, ActionResult, RowOf } from '../../../../kit/behaviour.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import { lockAgencies } from './lock-agencies.ts';
import { movePair } from './move-pair.ts';
import { moveQuota, type QuotaCause } from './quota.ts';

/** A move of quota: an amount with a reason, or with a remark for a top-up. */
type QuotaRun = Omit<ActionRun<typeof agencies>, 'input'> & {
  input: { amount: number; reason?: string; remark?: string };
};

const done: ActionResult = { changed: 1, failed: [] };

function rowOf({ rows }: QuotaRun): RowOf<typeof agencies> {
  assert(rows.length === 1 && rows[0], 'record.not_found');
  return rows[0];
}

/** With an idempotency key a retry is the same move. */
function causeOf({ call, input }: QuotaRun, name: string): QuotaCause {
  return {
    ref_type: 'agency',
    ref_id: null,
    operator_id: call.actor.user_id,
    now: call.ctx.clock(),
    secrets: call.ctx.secrets,
    idempotency_key: `${name}:${call.actor.user_id}:${call.idempotency_key ?? randomUUID()}`,
    remark: input.reason ?? input.remark ?? '',
  };
}

async function bySchool(
  action: QuotaRun,
  name: string,
  move: { type: QuotaType; sign: 1 | -1 },
): Promise<ActionResult> {
  await moveQuota(action.trx, {
    ...causeOf(action, name),
    agency_id: rowOf(action).id,
    type: move.type,
    delta: move.sign * action.input.amount,
  });
  return done;
}

export const increaseQuota = (action: QuotaRun): Promise<ActionResult> =>
  bySchool(action, 'increase', { type: quotaType.increase, sign: 1 });
export const decreaseQuota = (action: QuotaRun): Promise<ActionResult> =>
  bySchool(action, 'decrease', { type: quotaType.decrease, sign: -1 });

/** A top-up by the school creates quota; one by an agency transfers its own. */
export async function topUpQuota(action: QuotaRun): Promise<ActionResult> {
  const own = action.call.actor.admin.agency;
  if (!own) return bySchool(action, 'top-up', { type: quotaType.top_up, sign: 1 });
  await movePair(action.trx, {
    ...causeOf(action, 'top-up'),
    from: own.id,
    to: rowOf(action).id,
    amount: action.input.amount,
    kind: 'transfer',
  });
  return done;
}

/** Returns unissued quota: to the calling agency; for the school, to the parent, or out of the ledger at the top of the tree. */
export async function recallQuota(action: QuotaRun): Promise<ActionResult> {
  const row = rowOf(action);
  const to = action.call.actor.admin.agency?.id ?? row.parent_id;
  if (to === null) return bySchool(action, 'recall', { type: quotaType.recall_out, sign: -1 });
  await movePair(action.trx, {
    ...causeOf(action, 'recall'),
    from: row.id,
    to,
    amount: action.input.amount,
    kind: 'recall',
  });
  return done;
}

const isAbove = (a: { lft: number; rgt: number }, b: { lft: number; rgt: number }): boolean =>
  a.lft < b.lft && b.rgt < a.rgt;

/** Between an agency and its descendants, in either direction; sideways transfers need their own permission. Both ends are in the caller's scope. */
export async function transferQuota(action: ActionRun<typeof agencies, 'transfer-num'>): Promise<ActionResult> {
  const { trx, call, input } = action;
  const from = rowOf(action).id;
  const to = input.to_id;
  assert(from !== to, 'agency.same', { field: 'to_id' });
  await loadRow({ db: trx, actor: call.actor, resource: call.ctx.resources.get('agencies') }, to);
  const locked = await lockAgencies(trx, [from, to]);
  const [sender, receiver] = [locked.get(from), locked.get(to)];
  assert(sender && receiver, 'record.not_found');
  const isInLine = isAbove(sender, receiver) || isAbove(receiver, sender);
  assert(isInLine || hasPermission(call.actor, 'admin.agencies.transfer-sideways'), 'agency.not_related', {
    field: 'to_id',
  });
  await movePair(trx, {
    ...causeOf(action, 'transfer-num'),
    from,
    to,
    amount: input.amount,
    kind: 'transfer',
  });
  return done;
}
