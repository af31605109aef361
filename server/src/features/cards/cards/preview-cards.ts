import { sql, type RawBuilder } from 'kysely';
import { needsApproval } from '@kaike/shared/domain/cards/card-approval';
import {
  cardActions,
  reversalDays,
  reversalStudiedPercent,
  type CardAction,
} from '@kaike/shared/domain/cards/card-state';
import { formatNumber, formatSpan } from '@kaike/shared/kit/format';
import type { AdminCall } from '../../../core/call.ts';
import type { DryRunNotes } from '../../../kit/behaviour.ts';
import { describeMoves, loadTakenSeconds, revoked } from '../../commerce/entitlements/public.ts';
import { loadStudied } from './story/load-studied.ts';

type Preview = DryRunNotes;
type Where = RawBuilder<boolean>;

const dayMs = 86_400_000;
/** Cards whose study progress a dry run reads; for more it states only the rule. */
const maxInspected = 200;

const statesOf = (action: CardAction): RawBuilder<unknown> =>
  sql.join([
    ...new Set([...(cardActions[action].from.administrator ?? []), ...(cardActions[action].from.agency ?? [])]),
  ]);

/** Warns that the action will need approval, before it is refused. */
async function approvalLines({ ctx, t }: AdminCall, count: number): Promise<string[]> {
  const limit = await ctx.settings.get('card_approval_over');
  return needsApproval(count, limit) ? [t('card_rehearsal.approval', { limit })] : [];
}

async function countCards(
  { ctx }: AdminCall,
  where: Where,
): Promise<{ all: number; open: number; paid: number; claimed: number }> {
  const {
    rows: [counts],
  } = await sql<{ all: number; open: number; paid: number; claimed: number }>`
    select count(*)::int as all, (count(*) filter (where r.state in (${statesOf('void')})))::int as open,
      (count(*) filter (where r.state in (${statesOf('void')}) and r.agency_id is not null))::int as paid,
      (count(*) filter (where r.state in (${statesOf('void')}) and r.owner_member_id is not null))::int as claimed
    from cards r where ${where}`.execute(ctx.db);
  return counts ?? { all: 0, open: 0, paid: 0, claimed: 0 };
}

/** How many cards return quota, and how many are taken from members. */
const previewVoid: Preview = async (call, { where }) => {
  const { all, paid, claimed } = await countCards(call, where);
  return [
    ...(paid > 0 ? [call.t('card_rehearsal.void_paid', { count: paid })] : []),
    ...(claimed > 0 ? [call.t('card_rehearsal.void_claimed', { count: claimed })] : []),
    ...(await approvalLines(call, all)),
  ];
};

const previewReplace: Preview = async (call, { where }) => {
  const { all, claimed } = await countCards(call, where);
  return [
    call.t('card_rehearsal.replace'),
    ...(claimed > 0 ? [call.t('card_rehearsal.replace_claimed', { count: claimed })] : []),
    ...(await approvalLines(call, all)),
  ];
};

/** AI time that will be taken back; nothing where the cards granted none. */
async function aiTimeLines(
  { ctx, t, locale }: AdminCall,
  { sources, most = false }: { sources: RawBuilder<unknown>; most?: boolean },
): Promise<string[]> {
  const { people, opened, taken } = await loadTakenSeconds(ctx.db, { source_type: 'card', sources });
  if (opened === 0) return [];
  const which = most ? 'reverse_ai_most' : taken === opened ? 'reverse_ai' : 'reverse_ai_part';
  return [
    t(`card_rehearsal.${which}`, {
      count: people,
      taken: formatSpan(taken, locale),
      used: formatSpan(opened - taken, locale),
    }),
  ];
}

/** Who loses how many courses that these cards opened. */
async function lossLines({ ctx, t }: AdminCall, sources: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    people: number;
    courses: number;
  }>`select count(distinct e.member_id)::int as people, count(distinct e.course_id)::int as courses from entitlements e
    where e.source_type = 'card' and e.source_id in (${sources}) and e.kind = 'course' and e.revoked_at is null`.execute(
    ctx.db,
  );
  const { people, courses } = rows[0] ?? { people: 0, courses: 0 };
  return people > 0 ? [t('card_rehearsal.reverse', { count: people, courses: formatNumber(courses) })] : [];
}

/** What follows the courses that these cards opened, and moves up. */
async function moveLines(call: AdminCall, cards: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`select e.id from entitlements e
    where e.source_type = 'card' and e.source_id = any(${cards}::bigint[]) and e.kind = 'course' and e.revoked_at is null`.execute(
    call.ctx.db,
  );
  return describeMoves(call, revoked(rows.map(({ id }) => id)));
}

/** How many cards are too late or studied too far; for many, only the rule. */
const previewReverse: Preview = async (call, { where }) => {
  const { ctx, t } = call;
  const since = new Date(ctx.clock().getTime() - reversalDays * dayMs);
  const { rows } = await sql<{
    id: number;
    is_late: boolean;
  }>`select r.id, r.activated_at < ${since} as is_late from cards r
    where ${where} and r.state in (${statesOf('reverse')}) order by is_late, r.id limit ${maxInspected + 1}`.execute(
    ctx.db,
  );
  const {
    rows: [late],
  } = await sql<{
    count: number;
  }>`select count(*)::int as count from cards r where ${where} and r.state in (${statesOf('reverse')}) and r.activated_at < ${since}`.execute(
    ctx.db,
  );
  const lateLines =
    (late?.count ?? 0) > 0 ? [t('card_rehearsal.reverse_late', { count: late?.count ?? 0, days: reversalDays })] : [];
  if (rows.length > maxInspected) {
    const inTime = sql`select r.id from cards r where ${where} and r.state in (${statesOf('reverse')}) and r.activated_at >= ${since}`;
    return [
      ...(await lossLines(call, inTime)),
      ...(await aiTimeLines(call, { sources: inTime, most: true })),
      t('resources.entitlements.moving.rule'),
      ...lateLines,
      t('card_rehearsal.reverse_rule', { percent: reversalStudiedPercent }),
    ];
  }
  const inTime = rows.filter((row) => !row.is_late).map((row) => row.id);
  const studied = inTime.length > 0 ? await loadStudied(ctx.db, inTime) : new Map<number, number>();
  const reversible = inTime.filter((id) => (studied.get(id) ?? 0) < reversalStudiedPercent);
  const tooFar = inTime.length - reversible.length;
  const sources = sql`select unnest(${reversible}::bigint[])`;
  return [
    ...(await lossLines(call, sources)),
    ...(await moveLines(call, reversible)),
    ...(await aiTimeLines(call, { sources })),
    ...lateLines,
    ...(tooFar > 0 ? [t('card_rehearsal.reverse_studied', { count: tooFar, percent: reversalStudiedPercent })] : []),
  ];
};

/** Dry runs of card actions: sentences on what an action does beyond the cards themselves. */
export const cardPreviews: Record<string, DryRunNotes> = {
  void: previewVoid,
  replace: previewReplace,
  reverse: previewReverse,
};

type BatchAction = 'release' | 'void' | 'redate' | 'assign';

/** How many cards an action on whole batches affects: a batch is one row, but may be 100,000 cards. */
export function previewBatches(action: BatchAction): Preview {
  return async (call, { where }) => {
    const {
      rows: [counts],
    } = await sql<{ stock: number; open: number; claimed: number; whole: number }>`
      with chosen as (select r.id, r.quantity from card_batches r where ${where})
      select (count(*) filter (where c.state in (${statesOf('issue')}) and c.frozen_at is null))::int as stock, (count(*) filter (where c.state in (${statesOf('void')})))::int as open,
        (count(*) filter (where c.state in (${statesOf('void')}) and c.owner_member_id is not null))::int as claimed, (select coalesce(sum(quantity), 0)::int from chosen) as whole
      from cards c where c.batch_id in (select id from chosen)`.execute(call.ctx.db);
    const { stock, open, claimed, whole } = counts ?? { stock: 0, open: 0, claimed: 0, whole: 0 };
    const lines = [call.t(`card_rehearsal.batch_${action}`, { count: action === 'release' ? stock : open })];
    if (action === 'void' && claimed > 0) lines.push(call.t('card_rehearsal.void_claimed', { count: claimed }));
    return action === 'void' || action === 'redate' ? [...lines, ...(await approvalLines(call, whole))] : lines;
  };
}
