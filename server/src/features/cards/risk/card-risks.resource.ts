import { sql } from 'kysely';
import { riskState } from '@kaike/shared/domain/cards/card-risk';
import { memberStatus } from '@kaike/shared/domain/people/member-status';
import { cards as cardsResource } from '@kaike/shared/resources/cards/cards';
import { members as membersResource } from '@kaike/shared/resources/people/members';
import { cardRisks } from '@kaike/shared/resources/cards/card-risks';
import { hasPermission } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type FailedRow,
  type RowOf,
} from '../../../kit/behaviour.ts';
import { writeLog, type LogEntry } from '../../../kit/write/operation-log.ts';
import { findRows } from '../../../kit/read/load-rows.ts';
import { freezeCards } from '../cards/public.ts';
import { updateMemberStatus } from '../../people/members/public.ts';
import { describeRisk } from './describe-risk.read.ts';
import { membersOf, openCards } from './risk-target.ts';

async function findCardIds({ trx }: ActionRun<typeof cardRisks>, row: RowOf<typeof cardRisks>): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select id from cards where ${openCards(row)} order by id for update`.execute(trx);
  return rows.map((card) => card.id);
}

/** A card or a member that was changed, with its number. */
type AffectedCard = { id: number; title: string };

type Response = (
  action: ActionRun<typeof cardRisks>,
  row: RowOf<typeof cardRisks>,
) => Promise<{ resource: string; rows: AffectedCard[]; changed: number; action: string }>;

async function freezeRiskCards(
  action: ActionRun<typeof cardRisks>,
  row: RowOf<typeof cardRisks>,
): ReturnType<Response> {
  const { trx, call } = action;
  const cards = await findRows(
    { db: trx, actor: call.actor, resource: call.ctx.resources.of(cardsResource) },
    await findCardIds(action, row),
  );
  const result = await freezeCards({ ...action, rows: cards });
  return {
    resource: 'cards',
    rows: cards.map(({ id, card_no: title }) => ({ id, title })),
    changed: result.changed,
    action: 'freeze',
  };
}

async function stopRiskMembers(
  action: ActionRun<typeof cardRisks>,
  row: RowOf<typeof cardRisks>,
): ReturnType<Response> {
  const { trx, call } = action;
  const members = await findRows(
    { db: trx, actor: call.actor, resource: call.ctx.resources.of(membersResource) },
    membersOf(row),
  );
  const active = members.filter((member) => member.status === memberStatus.effective);
  const result = await updateMemberStatus({ ...action, rows: active, input: { status: memberStatus.stopped } });
  return {
    resource: 'members',
    rows: active.map(({ id, member_no: title }) => ({ id, title })),
    changed: result.changed,
    action: 'update-status',
  };
}

/** Decides open findings in one step and logs every affected record with the reason; decided ones stay unchanged. */
async function respond(
  action: ActionRun<typeof cardRisks>,
  name: string,
  response: Response | null,
): Promise<ActionResult> {
  const { trx, call, reason } = action;
  const failed = action.rows
    .filter((row) => row.state !== riskState.open)
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const open = action.rows.filter((row) => row.state === riskState.open);
  const entries: LogEntry[] = [];
  for (const row of open) {
    const done = await response?.(action, row);
    for (const affected of done?.rows ?? []) {
      entries.push({
        resource: done?.resource ?? '',
        action: done?.action ?? '',
        record_id: affected.id,
        record_title: affected.title,
        after: { risk: row.id },
        reason,
      });
    }
    await sql`update card_risks set state = ${response ? riskState.acted : riskState.dismissed}, response = ${name}, reason = ${reason}, changed_count = ${done?.changed ?? 0},
      decided_by = ${call.actor.user_id}, decided_at = ${call.ctx.clock()}, version = version + 1, updated_at = ${call.ctx.clock()} where id = ${row.id}`.execute(
      trx,
    );
  }
  // After every row is locked: a writer of the log makes the others wait until it commits.
  for (const entry of entries) await writeLog(trx, call, entry);
  return { changed: open.length, failed };
}

export const cardRisksBehaviour = defineBehaviour(cardRisks, {
  extend: (call, row) => describeRisk(call.ctx.db, row),
  actions: {
    'freeze-cards': async (action) => {
      assert(hasPermission(action.call.actor, 'admin.cards.freeze'), 'access.denied');
      return respond(action, 'freeze-cards', freezeRiskCards);
    },
    'stop-member': async (action) => {
      assert(hasPermission(action.call.actor, 'admin.members.update-status'), 'access.denied');
      return respond(action, 'stop-member', stopRiskMembers);
    },
    dismiss: (action) => respond(action, 'dismiss', null),
  },
});
