import { sql } from 'kysely';
import { approvalState, type ApprovalAction } from '@kaike/shared/domain/cards/card-approval';
import { defaultLocale } from '@kaike/shared/locales/languages';
import type { cards } from '@kaike/shared/resources/cards/cards';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import type { RowOf } from '../../../../kit/behaviour.ts';
import { replaceCards, voidCards, type CardUpdate } from '../../cards/public.ts';

/** Cards per transaction: the most a kill can lose. */
const chunkSize = 500;

type Approval = {
  id: number;
  action: ApprovalAction;
  slice: number[];
  total: number;
  worked_count: number;
  state: number;
  reason: string;
  requested_by: number;
  is_for_agency: boolean;
  agency_id: number | null;
  operator: string;
};

async function lockApproval(trx: Db, id: number): Promise<Approval | null> {
  const { rows } =
    await sql<Approval>`select a.id, a.action, a.ids[a.worked_count + 1 : a.worked_count + ${chunkSize}::int] as slice, cardinality(a.ids) as total, a.worked_count,
      a.state, a.reason, a.requested_by, a.is_for_agency, a.agency_id, coalesce(nullif(u.name, ''), u.username, '') as operator
    from card_approvals a left join users u on u.id = a.requested_by where a.id = ${id} for update of a`.execute(trx);
  return rows[0] ?? null;
}

/** One log entry per card, in the name of the requester; the approval records who agreed. */
async function logCards(trx: Db, approval: Approval, changed: readonly RowOf<typeof cards>[]): Promise<void> {
  const action = approval.action === 'void-cards' ? 'void' : 'replace';
  await sql`insert into logs (menu_key, user_id, operator, agency_id, resource, record_id, record_title, action, after, reason)
    select ${`admin.cards.${action}`}, ${approval.requested_by}::bigint, ${approval.operator}, ${approval.is_for_agency ? approval.agency_id : null}::bigint, 'cards', x.id, x.title,
      ${action}, ${JSON.stringify({ approval: approval.id })}::jsonb, ${approval.reason}
    from unnest(${changed.map((row) => String(row.id))}::text[], ${changed.map((row) => row.card_no)}::text[]) with ordinality as x (id, title, place) order by x.place`.execute(
    trx,
  );
}

async function runSlice(ctx: Context, trx: Db, approval: Approval): Promise<{ changed: number; failed: number }> {
  const { rows } = await sql<
    RowOf<typeof cards>
  >`select * from cards where id = any(${approval.slice}::bigint[]) order by id for update`.execute(trx);
  const work: CardUpdate = {
    trx,
    ctx,
    rows,
    reason: approval.reason,
    operator_id: approval.requested_by,
    actor: approval.is_for_agency ? 'agency' : 'administrator',
    reader: { locale: defaultLocale, time_zone: defaultTimeZone },
  };
  const result = await (approval.action === 'void-cards' ? voidCards(work) : replaceCards(work));
  const failed = new Set(result.failed.map((row) => row.id));
  await logCards(
    trx,
    approval,
    rows.filter((row) => !failed.has(row.id)),
  );
  return { changed: result.changed, failed: failed.size };
}

async function runChunk(ctx: Context, id: number): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const approval = await lockApproval(trx, id);
    if (approval?.state !== approvalState.approved) return false;
    const done = approval.slice.length > 0 ? await runSlice(ctx, trx, approval) : { changed: 0, failed: 0 };
    const worked = approval.worked_count + approval.slice.length;
    const isOver = worked >= approval.total;
    const now = ctx.clock();
    await sql`update card_approvals set worked_count = ${worked}, changed_count = changed_count + ${done.changed}, failed_count = failed_count + ${done.failed},
      state = ${isOver ? approvalState.done : approvalState.approved}, done_at = ${isOver ? now : null}::timestamptz, version = version + 1, updated_at = ${now} where id = ${id}`.execute(
      trx,
    );
    return !isOver;
  });
}

/** Carries out an approved request, chunk by chunk and each card once; can be killed and run again, even concurrently. */
export async function runApproval(ctx: Context, id: number): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await runChunk(ctx, id);
}

/** Expires approvals that were not decided or used in time. */
export async function expireApprovals(ctx: Context): Promise<void> {
  const now = ctx.clock();
  await sql`update card_approvals set state = ${approvalState.expired}, version = version + 1, updated_at = ${now}
    where expires_at <= ${now} and (state = ${approvalState.pending} or (state = ${approvalState.approved} and action in ('export-secrets', 'print')))`.execute(
    ctx.db,
  );
}
