import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { secondsType } from '@kaike/shared/domain/ai/second-log';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { entitlements } from '@kaike/shared/resources/commerce/entitlements';
import type { Db } from '../../../db/pool.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type FailedRow,
  type RowOf,
} from '../../../kit/behaviour.ts';
import { postSeconds } from '../../ai/seconds/public.ts';
import { isOffered } from '../../catalog/courses/public.ts';
import { endOfDay } from './end-of-day.ts';
import { moveFollowers, revoked } from './plan-moves.ts';
import { previewRedate } from './preview-redate.ts';
import { previewRevoke } from './preview-revoke.ts';

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);
const membersOf = (rows: readonly RowOf<typeof entitlements>[]): number[] =>
  [...new Set(rows.map((row) => Number(row.member_id)))].toSorted((a, b) => a - b);

/** Locks members in ascending order, as every reversal does. */
async function begin({ trx, rows }: ActionRun<typeof entitlements>): Promise<void> {
  await sql`select id from members where id = any(${membersOf(rows)}::bigint[]) order by id for update`.execute(trx);
}

/** Access of these members changed: grants in progress start over, live sessions and plays check again. */
async function announce(
  { trx, call }: ActionRun<typeof entitlements>,
  rows: readonly RowOf<typeof entitlements>[],
): Promise<void> {
  const { rows: people } = await sql<{
    user_id: number | null;
  }>`update members set access_version = access_version + 1 where id = any(${membersOf(rows)}::bigint[]) returning user_id`.execute(
    trx,
  );
  for (const { user_id } of people) if (user_id !== null) await call.ctx.bus.publish(trx, `user:${user_id}`);
}

/** The form field an error belongs to. */
const fieldOf: Partial<Record<FailedRow['code'], string>> = { 'entitlement.before_start': 'end_at' };

function sort(
  rows: readonly RowOf<typeof entitlements>[],
  refuse: (row: RowOf<typeof entitlements>) => FailedRow['code'] | null,
): { allowed: RowOf<typeof entitlements>[]; failed: FailedRow[] } {
  const failed = rows.flatMap((row): FailedRow[] => {
    const code = refuse(row);
    return code ? [{ id: row.id, code, ...(fieldOf[code] ? { field: fieldOf[code] } : {}) }] : [];
  });
  const refused = new Set(idsOf(failed));
  return { allowed: rows.filter((row) => !refused.has(row.id)), failed };
}

const undoBy = (action: string, rows: readonly RowOf<typeof entitlements>[]): Pick<ActionResult, 'undo'> =>
  rows.length > 0 ? { undo: [{ resource: 'entitlements', action, ids: idsOf(rows) }] } : {};

type SecondsMove = { id: number; member_id: number; seconds: number };

/** Moves seconds of entitlements, which are locked and whose state says that this has not happened; as much as there is. */
async function moveSeconds({ trx, call, reason }: ActionRun<typeof entitlements>, moved: readonly SecondsMove[]) {
  const entries = moved.map(({ id, member_id, seconds }) => ({
    member_id,
    type: secondsType.admin,
    delta: seconds,
    ref_type: 'entitlement',
    ref_id: id,
    idempotency_key: randomUUID(),
  }));
  return postSeconds(trx, entries, {
    operator_id: call.actor.user_id,
    remark: reason,
    now: call.ctx.clock(),
    secrets: call.ctx.secrets,
    when_short: 'take_less',
  });
}

/** Deducts seconds from the balance, never below zero, and notes how many. */
async function takeSeconds(run: ActionRun<typeof entitlements>, rows: readonly RowOf<typeof entitlements>[]) {
  const secondsRows = rows.filter(({ kind }) => kind === 'ai_seconds');
  if (secondsRows.length === 0) return;
  const lines = await moveSeconds(
    run,
    secondsRows.map((row) => ({ id: row.id, member_id: Number(row.member_id), seconds: -Number(row.amount) })),
  );
  const deductions = new Map(lines.map(({ ref_id: id, delta }) => [id, -delta]));
  await sql`update entitlements e set revoked_amount = t.seconds
    from unnest(${idsOf(secondsRows)}::bigint[], ${secondsRows.map(({ id }) => deductions.get(id) ?? 0)}::int[]) as t (id, seconds) where e.id = t.id`.execute(
    run.trx,
  );
}

/** Returns what was taken when the entitlements were revoked. */
async function returnSeconds(run: ActionRun<typeof entitlements>, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<SecondsMove>`select id, member_id, revoked_amount as seconds from entitlements
    where id = any(${ids}::bigint[]) and revoked_amount > 0 order by id`.execute(run.trx);
  await moveSeconds(run, rows);
}

async function revoke(run: ActionRun<typeof entitlements>): Promise<ActionResult> {
  await begin(run);
  const { trx, call, reason } = run;
  const { allowed, failed } = sort(run.rows, (row) => (row.revoked_at === null ? null : 'entitlement.revoked'));
  await moveFollowers(trx, revoked(idsOf(allowed)), call.ctx.clock());
  await sql`update entitlements set revoked_at = ${call.ctx.clock()}, revoke_reason = ${reason}, revoked_by = ${call.actor.admin.id} where id = any(${idsOf(allowed)}::bigint[])`.execute(
    trx,
  );
  await takeSeconds(run, allowed);
  await announce(run, allowed);
  return { changed: allowed.length, failed, ...undoBy('restore', allowed) };
}

/** Entitlements whose card is still redeemed or order still delivered; grants by an administrator need neither. */
async function findStanding(trx: Db, rows: readonly RowOf<typeof entitlements>[]): Promise<Set<number>> {
  const { rows: standing } = await sql<{
    id: number;
  }>`select e.id from entitlements e where e.id = any(${idsOf(rows)}::bigint[]) and case e.source_type
    when 'card' then exists (select 1 from cards c where c.id = e.source_id and c.state = ${cardState.activated})
    when 'order' then exists (select 1 from pay_orders o where o.id = e.source_id and o.status = ${orderStatus.delivered}) else true end`.execute(
    trx,
  );
  return new Set(standing.map(({ id }) => id));
}

async function restore(run: ActionRun<typeof entitlements>): Promise<ActionResult> {
  await begin(run);
  const { trx } = run;
  const standing = await findStanding(trx, run.rows);
  const { allowed, failed } = sort(run.rows, (row) => {
    if (row.revoked_by === null) return 'entitlement.not_by_hand';
    return standing.has(row.id) ? null : 'entitlement.source_gone';
  });
  await returnSeconds(run, idsOf(allowed));
  const changes = new Map(idsOf(allowed).map((id) => [id, { is_revoked: false }]));
  await moveFollowers(trx, changes, run.call.ctx.clock());
  await sql`update entitlements set revoked_at = null, revoke_reason = '', revoked_by = null, revoked_amount = null where id = any(${idsOf(allowed)}::bigint[])`.execute(
    trx,
  );
  await announce(run, allowed);
  return { changed: allowed.length, failed };
}

async function redate(run: ActionRun<typeof entitlements, 'redate'>): Promise<ActionResult> {
  await begin(run);
  const { trx, call, input } = run;
  const end = endOfDay(input.end_at ?? null);
  const { allowed, failed } = sort(run.rows, (row) => {
    if (row.kind !== 'course') return 'entitlement.endless';
    if (row.revoked_at !== null) return 'entitlement.revoked';
    return end !== null && end <= row.start_at ? 'entitlement.before_start' : null;
  });
  await moveFollowers(trx, new Map(idsOf(allowed).map((id) => [id, { end_at: end }])), call.ctx.clock());
  await sql`update entitlements set end_before = end_at, end_at = ${end}::timestamptz, redated_at = ${call.ctx.clock()} where id = any(${idsOf(allowed)}::bigint[])`.execute(
    trx,
  );
  await announce(run, allowed);
  return { changed: allowed.length, failed, ...undoBy('undo-redate', allowed) };
}

async function undoRedate(run: ActionRun<typeof entitlements>): Promise<ActionResult> {
  await begin(run);
  const { allowed, failed } = sort(run.rows, (row) =>
    row.redated_at === null || row.revoked_at !== null ? 'record.state' : null,
  );
  const { rows: ends } = await sql<{
    id: number;
    end_at: Date | null;
  }>`select id, end_before as end_at from entitlements where id = any(${idsOf(allowed)}::bigint[])`.execute(run.trx);
  const changes = new Map(ends.map(({ id, end_at }) => [id, { end_at }]));
  await moveFollowers(run.trx, changes, run.call.ctx.clock());
  await sql`update entitlements set end_at = end_before, end_before = null, redated_at = null where id = any(${idsOf(allowed)}::bigint[])`.execute(
    run.trx,
  );
  await announce(run, allowed);
  return { changed: allowed.length, failed };
}

export const entitlementsBehaviour = defineBehaviour(entitlements, {
  read_from: 'entitlement_rows',
  computed: {
    source_no: sql`case r.source_type when 'card' then (select k.card_no from cards k where k.id = r.source_id)
      when 'order' then (select o.order_no from pay_orders o where o.id = r.source_id) else '' end`,
    progress: sql`(select (select count(*) from learning_records x join lessons l on l.id = x.lesson_id and l.deleted_at is null and ${isOffered}
      where x.member_id = r.member_id and x.course_id = r.course_id and x.completed_at is not null)
      || ' / ' || c.lesson_count from courses c where c.id = r.course_id)`,
    start_before: sql`(select m.start_before from entitlement_moves m where m.entitlement_id = r.id order by m.id limit 1)`,
  },
  /** Members of the agency or of one below it. */
  scope: ({ admin }) =>
    admin.agency
      ? sql<boolean>`r.member_id in (select m.id from members m join agencies g on g.id = m.agency_id where g.lft between ${admin.agency.lft} and ${admin.agency.rgt})`
      : null,
  dryRunNotes: { revoke: previewRevoke, redate: previewRedate },
  actions: { revoke, restore, redate, 'undo-redate': undoRedate },
});
