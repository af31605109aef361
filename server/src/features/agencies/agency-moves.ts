import { randomUUID } from 'node:crypto';
import { quotaType, type QuotaType } from '@kaike/shared/domain/quota-log';
import { assert } from '../../core/app-error.ts';
import { mayDo } from '../../core/actor.ts';
import { idempotencyKey } from '../../http/once.ts';
import type { ActionRun, ActionResult, Row } from '../../kit/behaviour.ts';
import { showRow } from '../../kit/read-rows.ts';
import { lockAgencies } from './lock-agencies.ts';
import { movePair } from './move-pair.ts';
import { moveQuota, type QuotaCause } from './quota.ts';

const done: ActionResult = { changed: 1, failed: [] };

function rowOf({ rows }: ActionRun): Row {
  assert(rows.length === 1 && rows[0], 'record.not_found');
  return rows[0];
}

/** One move for one request of a person: the browser's key makes a retry the same move. */
function causeOf({ call, input }: ActionRun, name: string): QuotaCause {
  const key = idempotencyKey(call.request);
  return {
    ref_type: 'agency',
    ref_id: null,
    operator_id: call.actor.user_id,
    now: call.ctx.clock(),
    request_id: `${name}:${call.actor.user_id}:${key ?? randomUUID()}`,
    remark: String(input['reason'] ?? input['remark'] ?? ''),
  };
}

async function bySchool(
  given: ActionRun,
  name: string,
  move: { type: QuotaType; sign: 1 | -1 },
): Promise<ActionResult> {
  // Quota comes from nothing and goes to nothing only at the school.
  assert(!given.call.actor.admin.agency, 'access.denied');
  await moveQuota(given.trx, {
    ...causeOf(given, name),
    agency_id: rowOf(given).id,
    type: move.type,
    delta: move.sign * Number(given.input['amount']),
  });
  return done;
}

export const increaseQuota = (given: ActionRun): Promise<ActionResult> =>
  bySchool(given, 'increase', { type: quotaType.increase, sign: 1 });
export const decreaseQuota = (given: ActionRun): Promise<ActionResult> =>
  bySchool(given, 'decrease', { type: quotaType.decrease, sign: -1 });

/** The school's top-up is new quota; an agency's is its own, handed down. */
export async function topUpQuota(given: ActionRun): Promise<ActionResult> {
  const own = given.call.actor.admin.agency;
  if (!own) return bySchool(given, 'top-up', { type: quotaType.top_up, sign: 1 });
  await movePair(given.trx, {
    ...causeOf(given, 'top-up'),
    from: own.id,
    to: rowOf(given).id,
    amount: Number(given.input['amount']),
    kind: 'transfer',
  });
  return done;
}

/** Unissued quota of an agency goes back up: to the agency that asks, or for the school to the parent, or out of the ledger at the top. */
export async function recallQuota(given: ActionRun): Promise<ActionResult> {
  const row = rowOf(given);
  const to = given.call.actor.admin.agency?.id ?? (row['parent_id'] as number | null);
  if (to === null) return bySchool(given, 'recall', { type: quotaType.recall_out, sign: -1 });
  await movePair(given.trx, {
    ...causeOf(given, 'recall'),
    from: row.id,
    to,
    amount: Number(given.input['amount']),
    kind: 'recall',
  });
  return done;
}

const isAbove = (a: { lft: number; rgt: number }, b: { lft: number; rgt: number }): boolean =>
  a.lft < b.lft && b.rgt < a.rgt;

/** Between an agency and those below it, in either direction; sideways only with a permission of its own. Both ends lie in the asker's scope. */
export async function transferQuota(given: ActionRun): Promise<ActionResult> {
  const { trx, call, input } = given;
  const from = rowOf(given).id;
  const to = Number(input['to_id']);
  assert(from !== to, 'agency.same', { field: 'to_id' });
  await showRow({ db: trx, actor: call.actor, resource: call.ctx.resources.get('agencies') }, to);
  const agencies = await lockAgencies(trx, [from, to]);
  const [sender, receiver] = [agencies.get(from), agencies.get(to)];
  assert(sender && receiver, 'record.not_found');
  const isInLine = isAbove(sender, receiver) || isAbove(receiver, sender);
  assert(isInLine || mayDo(call.actor, 'admin.agencies.transfer-sideways'), 'agency.not_related', { field: 'to_id' });
  await movePair(trx, {
    ...causeOf(given, 'transfer-num'),
    from,
    to,
    amount: Number(input['amount']),
    kind: 'transfer',
  });
  return done;
}
