import { sql, type RawBuilder } from 'kysely';
import type { ApprovalPreview, ApprovalSample } from '@kaike/shared/contracts/cards/card-approvals';
import { decisionRefusal, type ApprovalAction } from '@kaike/shared/domain/cards/card-approval';
import { cardActions } from '@kaike/shared/domain/cards/card-state';
import type { cardApprovals } from '@kaike/shared/resources/cards/card-approvals';
import type { Db } from '../../../../db/pool.ts';
import type { AdminCall } from '../../../../core/call.ts';
import type { RowOf } from '../../../../kit/behaviour.ts';

const sampleSize = 5;

const cardActionOf: Partial<Record<ApprovalAction, 'void' | 'replace'>> = {
  'void-cards': 'void',
  'replace-cards': 'replace',
  'void-batch': 'void',
};

/** A request with the cards it lists. */
type Approval = RowOf<typeof cardApprovals> & { ids: number[] };

/** The cards listed in the request; for actions on the whole batch, all of its cards. */
function cardsOf({ ids, batch_id }: Approval): RawBuilder<boolean> {
  return ids.length > 0 ? sql<boolean>`c.id = any(${ids}::bigint[])` : sql<boolean>`c.batch_id = ${batch_id}`;
}

/** Cards the action would change: those in a state it starts from, or every card of the batch. */
function possibleOf(action: ApprovalAction): RawBuilder<boolean> {
  const name = cardActionOf[action];
  const states = name ? (cardActions[name].from.administrator ?? []) : null;
  return states ? sql<boolean>`c.state = any(${[...states]}::smallint[])` : sql<boolean>`true`;
}

async function countStates(
  db: Db,
  row: Approval,
  action: ApprovalAction,
): Promise<{ state: number; count: number; possible: number }[]> {
  const { rows } = await sql<{
    state: number;
    count: number;
    possible: number;
  }>`select c.state, count(*)::int as count, (count(*) filter (where ${possibleOf(action)}))::int as possible
    from cards c where ${cardsOf(row)} group by c.state order by c.state`.execute(db);
  return rows;
}

async function readSample(db: Db, row: Approval, action: ApprovalAction): Promise<ApprovalSample[]> {
  const { rows } =
    await sql<ApprovalSample>`select c.id, c.card_no, c.state, coalesce(nullif(m.real_name, ''), nullif(u.name, ''), u.username, '') as holder
    from cards c left join members m on m.id = coalesce(c.activated_member_id, c.owner_member_id) left join users u on u.id = m.user_id
    where ${cardsOf(row)} and ${possibleOf(action)} order by c.id limit ${sampleSize}`.execute(db);
  return rows;
}

async function readBatch(db: Db, row: RowOf<typeof cardApprovals>): Promise<ApprovalPreview['batch']> {
  const { rows } = await sql<{
    id: number;
    name: string;
    batch_no: string;
    redeem_end_at: Date | null;
    agency: string;
  }>`select b.id, b.name, b.batch_no, b.redeem_end_at, coalesce(g.name, '') as agency
    from card_batches b left join agencies g on g.id = b.agency_id where b.id = ${row.batch_id}`.execute(db);
  const [batch] = rows;
  return batch
    ? { ...batch, redeem_end_at: batch.redeem_end_at ? new Date(batch.redeem_end_at).toISOString() : null }
    : null;
}

function refusalOf(call: AdminCall, row: RowOf<typeof cardApprovals>): ApprovalPreview['refusal'] {
  const refusal = decisionRefusal('approve', row, {
    user_id: call.actor.user_id,
    now: call.ctx.clock(),
  });
  if (refusal === 'state') return 'state';
  if (refusal === 'self') return 'self';
  return call.actor.admin.agency === null ? null : 'agency';
}

/** What a request would do now, for whoever decides it. */
export async function describeApproval(
  call: AdminCall,
  approval: RowOf<typeof cardApprovals>,
): Promise<{ preview: ApprovalPreview }> {
  const { db } = call.ctx;
  const { action } = approval;
  const stored = await db.selectFrom('card_approvals').select('ids').where('id', '=', approval.id).executeTakeFirst();
  const row = { ...approval, ids: stored?.ids ?? [] };
  const [states, sample, batch] = await Promise.all([
    countStates(db, row, action),
    readSample(db, row, action),
    readBatch(db, row),
  ]);
  const by = { user_id: call.actor.user_id, now: call.ctx.clock() };
  return {
    preview: {
      action,
      batch,
      sample,
      states: states.map(({ state, count }) => ({ state, count })),
      possible: states.reduce((sum, one) => sum + one.possible, 0),
      refusal: refusalOf(call, row),
      may_withdraw: decisionRefusal('withdraw', row, by) === null,
    },
  };
}
