import { sql } from 'kysely';
import {
  approvalHours,
  approvalState,
  decisionRefusal,
  type ApprovalAction,
  type Decision,
} from '@kaike/shared/domain/cards/card-approval';
import { batchActions, batchEdits } from '@kaike/shared/domain/cards/batch-state';
import { cardActions } from '@kaike/shared/domain/cards/card-state';
import type { ErrorCode } from '@kaike/shared/errors';
import { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import type { InputOf } from '@kaike/shared/kit/field';
import { cardApprovals } from '@kaike/shared/resources/cards/card-approvals';
import { hasPermission } from '../../../../core/actor.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import { addJob, jobPriority } from '../../../../core/job.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type ColumnsOf,
  type RowOf,
  type Values,
  type Write,
} from '../../../../kit/behaviour.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { findRows, loadRow } from '../../../../kit/read/load-rows.ts';
import { voidBatches } from '../batch-actions.ts';
import { describeApproval } from './describe-approval.read.ts';
import { redateBatch } from '../edit-batch.ts';

/** The permission for the single action, required to request it in bulk. */
const permissionFor: Record<ApprovalAction, string> = {
  'void-cards': 'admin.cards.void',
  'replace-cards': 'admin.cards.replace',
  'redate-batch': 'admin.card-batches.redate',
  'void-batch': 'admin.card-batches.void',
  'export-secrets': 'admin.card-batches.export-secrets',
  print: 'admin.card-batches.export-secrets',
};
const cardActionOf: Partial<Record<ApprovalAction, 'void' | 'replace'>> = {
  'void-cards': 'void',
  'replace-cards': 'replace',
};
const batchActionOf: Partial<Record<ApprovalAction, 'void' | 'redate'>> = {
  'void-batch': 'void',
  'redate-batch': 'redate',
};

/** The cards the action would apply to now; later only these are changed. */
async function findIds({ trx }: Write, batchId: number, action: ApprovalAction): Promise<number[]> {
  const states = cardActions[cardActionOf[action] ?? 'void'].from.administrator ?? [];
  const { rows } = await sql<{
    id: number;
  }>`select id from cards where batch_id = ${batchId} and state in (${sql.join(states)}) order by id`.execute(trx);
  return rows.map((row) => row.id);
}

/** Completes a request: the batch in scope, the cards as they are now, and the deadline for a decision. */
async function prepare(
  write: Write,
  values: InputOf<typeof cardApprovals.fields>,
): Promise<ColumnsOf<typeof cardApprovals>> {
  const { ctx, actor } = write.call;
  const { action } = values;
  assert(hasPermission(actor, permissionFor[action]), 'access.denied');
  const batch = await loadRow({ db: write.trx, actor, resource: ctx.resources.of(cardBatches) }, values.batch_id);
  const edit = batchActionOf[action];
  const from = edit ? { ...batchActions, ...batchEdits }[edit].from : null;
  assert(from === null || from.includes(batch.state), 'card.batch_state');
  const ids = await findIds(write, batch.id, action);
  assert(ids.length > 0, 'record.state');
  return {
    ...values,
    ids: cardActionOf[action] ? ids : [],
    card_count: ids.length,
    agency_id: batch.agency_id,
    requested_by: actor.user_id,
    is_for_agency: actor.admin.agency !== null,
    expires_at: new Date(ctx.clock().getTime() + approvalHours * 3_600_000),
  };
}

const codes: Record<'state' | 'self' | 'actor', ErrorCode> = {
  state: 'card.approval_state',
  self: 'card.approval_self',
  actor: 'access.denied',
};

/** The single request to decide; its row is locked, so of two decisions the second finds it decided. */
function decidableRow(action: ActionRun<typeof cardApprovals>, decision: Decision): RowOf<typeof cardApprovals> {
  const { rows, call } = action;
  const [row] = rows;
  if (!row || rows.length > 1)
    throw new AppError('request.invalid', { failures: { ids: [{ rule: 'array_length', params: ['1', '1'] }] } });
  const refusal = decisionRefusal(decision, row, {
    user_id: call.actor.user_id,
    now: call.ctx.clock(),
  });
  if (refusal) throw new AppError(codes[refusal]);
  return row;
}

async function decide(
  action: ActionRun<typeof cardApprovals, 'approve'>,
  row: RowOf<typeof cardApprovals>,
  values: Values,
): Promise<void> {
  const { call, input } = action;
  await setApproval(action, row, {
    decided_by: call.actor.user_id,
    decided_at: call.ctx.clock(),
    decided_remark: input.remark ?? '',
    ...values,
  });
}

async function setApproval({ trx, call }: Write, row: RowOf<typeof cardApprovals>, values: Values): Promise<void> {
  const sets = Object.entries(values).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  await sql`update card_approvals set ${sql.join(sets)}, version = version + 1, updated_at = ${call.ctx.clock()} where id = ${row.id}`.execute(
    trx,
  );
}

/** Voids or re-dates the batch as the approver, in the transaction of the approval. */
async function runOnBatch(
  action: ActionRun<typeof cardApprovals, 'approve'>,
  row: RowOf<typeof cardApprovals>,
  edit: 'void' | 'redate',
): Promise<Values> {
  const { trx, call } = action;
  const resource = call.ctx.resources.of(cardBatches);
  await sql`select id from card_batches where id = ${row.batch_id} for update`.execute(trx);
  const [batch] = await findRows({ db: trx, actor: call.actor, resource }, [row.batch_id]);
  assert(batch, 'record.not_found');
  const { reason } = row;
  const work = { trx, call, rows: [batch], input: { redeem_end_at: row.redeem_end_at }, reason, batch: null };
  const result = await (edit === 'void' ? voidBatches(work) : redateBatch(work));
  assert(result.changed === 1, 'card.batch_state');
  await writeLog(trx, call, {
    resource: 'card-batches',
    action: edit,
    record_id: batch.id,
    record_title: batch.name,
    after: { approval: row.id },
    reason,
  });
  return {
    state: approvalState.done,
    done_at: call.ctx.clock(),
    changed_count: result.extra?.['cards'] ?? row.card_count,
  };
}

async function approve(action: ActionRun<typeof cardApprovals, 'approve'>): Promise<ActionResult> {
  const row = decidableRow(action, 'approve');
  const kind = row.action;
  const onBatch = batchActionOf[kind];
  await decide(action, row, { state: approvalState.approved });
  if (onBatch) await setApproval(action, row, await runOnBatch(action, row, onBatch));
  else if (cardActionOf[kind])
    await addJob(
      action.trx,
      'run-card-approval',
      { id: row.id },
      { key: `card-approval:${row.id}`, priority: jobPriority.first },
    );
  return { changed: 1, failed: [] };
}

async function decline(action: ActionRun<typeof cardApprovals, 'decline'>): Promise<ActionResult> {
  await decide(action, decidableRow(action, 'decline'), { state: approvalState.declined });
  return { changed: 1, failed: [] };
}

async function withdraw(action: ActionRun<typeof cardApprovals>): Promise<ActionResult> {
  await setApproval(action, decidableRow(action, 'withdraw'), { state: approvalState.withdrawn });
  return { changed: 1, failed: [] };
}

export const cardApprovalsBehaviour = defineBehaviour(cardApprovals, {
  extend: describeApproval,
  beforeCreate: prepare,
  actions: { approve, decline, withdraw },
});
