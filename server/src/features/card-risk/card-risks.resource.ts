import { sql } from 'kysely';
import { riskState } from '@kaike/shared/domain/cards/card-risk';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { mayDo } from '../../core/actor.ts';
import { assert } from '../../core/app-error.ts';
import type { ActionRun, ActionResult, FailedRow, ResourceBehaviour, Row } from '../../kit/behaviour.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { findRows } from '../../kit/read/read-rows.ts';
import { freezeCards } from '../cards/public.ts';
import { updateMemberStatus } from '../members/public.ts';
import { describeRisk } from './describe-risk.read.ts';
import { membersOf, openCards } from './risk-target.ts';

async function findCardIds({ trx }: ActionRun, row: Row): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from cards where ${openCards(row)} order by id for update`.execute(trx);
  return rows.map((card) => card.id);
}

type Response = (
  action: ActionRun,
  row: Row,
) => Promise<{ resource: string; rows: Row[]; changed: number; action: string }>;

async function freezeRiskCards(action: ActionRun, row: Row): ReturnType<Response> {
  const { trx, call } = action;
  const cards = await findRows(
    { db: trx, actor: call.actor, resource: call.ctx.resources.get('cards') },
    await findCardIds(action, row),
  );
  const result = await freezeCards({ ...action, rows: cards });
  return { resource: 'cards', rows: cards, changed: result.changed, action: 'freeze' };
}

async function stopRiskMembers(action: ActionRun, row: Row): ReturnType<Response> {
  const { trx, call } = action;
  const members = await findRows(
    { db: trx, actor: call.actor, resource: call.ctx.resources.get('members') },
    membersOf(row),
  );
  const active = members.filter((member) => member['status'] === memberStatus.effective);
  const result = await updateMemberStatus({ ...action, rows: active, input: { status: memberStatus.stopped } });
  return { resource: 'members', rows: active, changed: result.changed, action: 'update-status' };
}

/** Decides open findings in one step and logs every affected record with the reason; decided ones stay unchanged. */
async function respond(action: ActionRun, name: string, response: Response | null): Promise<ActionResult> {
  const { trx, call, reason } = action;
  const failed = action.rows
    .filter((row) => row['state'] !== riskState.open)
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const open = action.rows.filter((row) => row['state'] === riskState.open);
  for (const row of open) {
    const done = await response?.(action, row);
    for (const affected of done?.rows ?? []) {
      await writeLog(trx, call, {
        resource: done?.resource ?? '',
        action: done?.action ?? '',
        record_id: affected.id,
        record_title: String(affected['card_no'] ?? affected['member_no'] ?? ''),
        after: { risk: row.id },
        reason,
      });
    }
    await sql`update card_risks set state = ${response ? riskState.acted : riskState.dismissed}, response = ${name}, reason = ${reason}, changed_count = ${done?.changed ?? 0},
      decided_by = ${call.actor.user_id}, decided_at = ${call.ctx.clock()}, version = version + 1, updated_at = ${call.ctx.clock()} where id = ${row.id}`.execute(
      trx,
    );
  }
  return { changed: open.length, failed };
}

export const cardRisksBehaviour: ResourceBehaviour = {
  extend: (call, row) => describeRisk(call.ctx.db, row),
  actions: {
    'freeze-cards': async (action) => {
      assert(mayDo(action.call.actor, 'admin.cards.freeze'), 'access.denied');
      return respond(action, 'freeze-cards', freezeRiskCards);
    },
    'stop-member': async (action) => {
      assert(mayDo(action.call.actor, 'admin.members.update-status'), 'access.denied');
      return respond(action, 'stop-member', stopRiskMembers);
    },
    dismiss: (action) => respond(action, 'dismiss', null),
  },
};
