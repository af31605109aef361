import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { agencyStatus } from '@kaike/shared/domain/people';
import { quotaType, type QuotaType } from '@kaike/shared/domain/quota-log';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../http/app-error.ts';

export type QuotaMove = {
  agency_id: number;
  type: QuotaType;
  /** Cards; negative takes from the balance. */
  delta: number;
  ref_type: string;
  ref_id: number;
  operator_id: number | null;
  /** Names the move: repeated, it changes nothing. */
  request_id: string;
  remark?: string;
};

type Agency = { id: number; card_num: number; unlimited: number; daily_cap: number | null; status: number; product_ids: number[] };
type Entry = Pick<QuotaMove, 'type' | 'delta' | 'request_id'> & { before: number };

async function lockAgency(trx: Db, id: number): Promise<Agency> {
  const { rows } = await sql<Agency>`select id, card_num, unlimited, daily_cap, status, product_ids from agencies
    where id = ${id} and deleted_at is null for update`.execute(trx);
  assert(rows[0], 'record.not_found');
  return rows[0];
}

async function append(trx: Db, move: QuotaMove, entries: readonly Entry[]): Promise<void> {
  const txn = randomUUID();
  for (const entry of entries) {
    await trx.insertInto('card_num_logs').values({
      txn_id: txn, agency_id: move.agency_id, type: entry.type, delta: entry.delta, balance_before: entry.before, balance_after: entry.before + entry.delta,
      ref_type: move.ref_type, ref_id: move.ref_id, operator_id: move.operator_id, request_id: entry.request_id, remark: move.remark ?? '',
    }).execute();
  }
}

async function madeToday(trx: Db, agencyId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ made: number }>`select coalesce(-sum(delta), 0)::int as made from card_num_logs
    where agency_id = ${agencyId} and type = ${quotaType.card_made}
      and created_at >= date_trunc('day', ${now}::timestamptz at time zone ${defaultTimeZone}) at time zone ${defaultTimeZone}`.execute(trx);
  return rows[0]?.made ?? 0;
}

/** Throws unless the agency may make and issue cards of the product now; with `quantity`, unless its daily cap allows that many more. */
export async function checkMaySell(trx: Db, given: { agency_id: number; product_id: number; quantity?: number; now: Date }): Promise<void> {
  const agency = await lockAgency(trx, given.agency_id);
  assert(agency.status === agencyStatus.active, 'agency.not_active');
  assert(agency.product_ids.length === 0 || agency.product_ids.includes(given.product_id), 'agency.product_denied');
  if (agency.daily_cap === null || given.quantity === undefined) return;
  const made = await madeToday(trx, agency.id, given.now);
  assert(made + given.quantity <= agency.daily_cap, 'agency.daily_cap', { params: { left: Math.max(0, agency.daily_cap - made) } });
}

/**
 * Moves quota and writes the ledger in the caller's transaction; answers whether anything changed, as a repeated request
 * changes nothing. The balance never goes below zero: an agency without limit is first given exactly what it lacks, so
 * that its ledger still adds up.
 */
export async function moveQuota(trx: Db, move: QuotaMove): Promise<boolean> {
  const agency = await lockAgency(trx, move.agency_id);
  const done = await sql`select 1 from card_num_logs where agency_id = ${move.agency_id} and request_id = ${move.request_id}`.execute(trx);
  if (done.rows.length > 0) return false;
  const missing = Math.max(0, -(agency.card_num + move.delta));
  if (missing > 0 && agency.unlimited !== 1) throw new AppError('agency.quota_short', { params: { left: agency.card_num, needed: -move.delta } });
  const entries: Entry[] = missing > 0 ? [{ type: quotaType.increase, delta: missing, request_id: `${move.request_id}:lacking`, before: agency.card_num }] : [];
  entries.push({ type: move.type, delta: move.delta, request_id: move.request_id, before: agency.card_num + missing });
  await append(trx, move, entries);
  const balance = agency.card_num + missing + move.delta;
  await sql`update agencies set card_num = ${balance}, updated_at = now() where id = ${agency.id}`.execute(trx);
  return true;
}
