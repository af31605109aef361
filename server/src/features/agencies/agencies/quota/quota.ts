import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { cappedTypes, quotaType, type QuotaType } from '@kaike/shared/domain/agencies/quota-log';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../../db/pool.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import { quotaLedger, signLine, type Signer } from '../../../commerce/ledgers/public.ts';
import { lockAgencies, type LockedAgency } from './lock-agencies.ts';

export type QuotaEntry = {
  agency_id: number;
  counterparty_id?: number | null;
  type: QuotaType;
  /** Cards; negative takes from the balance. */
  delta: number;
};

/** Why and by whom quota moves. */
export type QuotaCause = {
  ref_type: string;
  ref_id: number | null;
  operator_id: number | null;
  /** Identifies the move: a repeated request changes nothing. */
  idempotency_key: string;
  remark?: string;
  now: Date;
  /** Signs the lines. */
  secrets: Signer;
};

export type QuotaMove = QuotaEntry & QuotaCause;

type Line = QuotaEntry & { idempotency_key: string; before: number };

async function isDone(trx: Db, agencyIds: readonly number[], key: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from card_num_logs where agency_id = any(${agencyIds}::bigint[]) and request_id = ${key} limit 1`.execute(
      trx,
    );
  return rows.length > 0;
}

/** Cards taken since midnight in the school's time zone by the types the daily cap limits. */
async function takenToday(trx: Db, agencyId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ taken: number }>`select coalesce(-sum(delta), 0)::int as taken from card_num_logs
    where agency_id = ${agencyId} and type in (${sql.join(cappedTypes)})
      and created_at >= date_trunc('day', ${now}::timestamptz at time zone ${defaultTimeZone}) at time zone ${defaultTimeZone}`.execute(
    trx,
  );
  return rows[0]?.taken ?? 0;
}

async function checkDailyCap(
  trx: Db,
  agency: LockedAgency,
  change: { type: QuotaType; delta: number; now: Date },
): Promise<void> {
  if (agency.daily_cap === null || change.delta >= 0 || !cappedTypes.includes(change.type)) return;
  const usedToday = await takenToday(trx, agency.id, change.now);
  assert(usedToday - change.delta <= agency.daily_cap, 'agency.daily_cap', {
    params: { left: Math.max(0, agency.daily_cap - usedToday) },
  });
}

/** Ledger lines of one agency: an unlimited agency first receives exactly what it lacks, so that its ledger still adds up. */
function linesOf(agency: LockedAgency, entry: QuotaEntry, key: string): Line[] {
  const free = agency.card_num - agency.held_num;
  const missing = entry.delta < 0 ? Math.max(0, -(free + entry.delta)) : 0;
  if (missing > 0 && agency.unlimited !== 1)
    throw new AppError('agency.quota_short', { params: { left: free, needed: -entry.delta } });
  const line = { ...entry, idempotency_key: key, before: agency.card_num + missing };
  return missing === 0
    ? [line]
    : [
        {
          agency_id: agency.id,
          type: quotaType.increase,
          delta: missing,
          idempotency_key: `${key}:lacking`,
          before: agency.card_num,
        },
        line,
      ];
}

async function append(trx: Db, lines: readonly Line[], cause: QuotaCause & { txn: string }): Promise<void> {
  await trx
    .insertInto('card_num_logs')
    .values(
      lines.map((line) =>
        signLine(cause.secrets, quotaLedger, {
          txn_id: cause.txn,
          agency_id: line.agency_id,
          counterparty_id: line.counterparty_id ?? null,
          type: line.type,
          delta: line.delta,
          balance_before: line.before,
          balance_after: line.before + line.delta,
          ref_type: cause.ref_type,
          ref_id: cause.ref_id,
          operator_id: cause.operator_id,
          request_id: line.idempotency_key,
          remark: cause.remark ?? '',
          created_at: cause.now,
        }),
      ),
    )
    .execute();
}

/** Notes since when an agency's free quota is at or below its mark; called after any of the numbers changed. */
export async function recordLowQuota(trx: Db, id: number, now: Date): Promise<void> {
  await sql`update agencies
    set low_since = case when unlimited = 0 and low_stock_at > 0 and card_num - held_num <= low_stock_at then coalesce(low_since, ${now}) end
    where id = ${id}`.execute(trx);
}

async function setBalance(trx: Db, { agency_id: id, before, delta }: Line, now: Date): Promise<void> {
  const balance = before + delta;
  await sql`update agencies set card_num = ${balance}, updated_at = ${now} where id = ${id}`.execute(trx);
  await recordLowQuota(trx, id, now);
}

/**
 * The only way quota changes: locks the agencies in ascending order and writes ledger and balances in the caller's
 * transaction. Entries of several agencies must sum to zero. Returns whether anything changed: a repeated request
 * changes nothing. The free balance never drops below zero.
 */
export async function postQuota(trx: Db, entries: readonly QuotaEntry[], cause: QuotaCause): Promise<boolean> {
  assert(entries.length === 1 || entries.reduce((sum, { delta }) => sum + delta, 0) === 0, 'server.internal');
  const ids = entries.map((entry) => entry.agency_id);
  assert(new Set(ids).size === ids.length, 'server.internal');
  const agencies = await lockAgencies(trx, ids);
  if (await isDone(trx, ids, cause.idempotency_key)) return false;
  const txn = randomUUID();
  for (const entry of entries.toSorted((a, b) => a.agency_id - b.agency_id)) {
    const agency = agencies.get(entry.agency_id);
    assert(agency, 'record.not_found');
    await checkDailyCap(trx, agency, { ...entry, now: cause.now });
    const lines = linesOf(agency, entry, cause.idempotency_key);
    await append(trx, lines, { ...cause, txn });
    const last = lines.at(-1);
    if (last) await setBalance(trx, last, cause.now);
  }
  return true;
}

/** Changes the quota of one agency, without a counterparty; returns whether anything changed. */
export function moveQuota(trx: Db, move: QuotaMove): Promise<boolean> {
  const { agency_id, type, delta, ...cause } = move;
  return postQuota(trx, [{ agency_id, type, delta }], cause);
}

/** Throws unless the agency may make and issue cards of the product now; with `quantity`, also unless its daily cap allows that many more. */
export async function checkMaySell(
  trx: Db,
  sale: { agency_id: number; product_id: number; quantity?: number; now: Date },
): Promise<void> {
  const agency = (await lockAgencies(trx, [sale.agency_id])).get(sale.agency_id);
  assert(agency, 'record.not_found');
  assert(agency.status === agencyStatus.active, 'agency.not_active');
  const today = dayOf(sale.now);
  assert((agency.contract_start ?? today) <= today && today <= (agency.contract_end ?? today), 'agency.contract');
  assert(agency.product_ids.length === 0 || agency.product_ids.includes(sale.product_id), 'agency.product_denied');
  if (sale.quantity !== undefined)
    await checkDailyCap(trx, agency, { type: quotaType.card_made, delta: -sale.quantity, now: sale.now });
}
