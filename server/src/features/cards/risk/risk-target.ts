import { sql, type RawBuilder } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { cardRisks } from '@kaike/shared/resources/cards/card-risks';
import type { StoredEvidence } from '../../../db/types/stored-json.ts';
import type { RowOf } from '../../../kit/behaviour.ts';

export const evidenceOf = (row: RowOf<typeof cardRisks>): StoredEvidence => row.evidence ?? {};

/** The members of a finding: its own member, or those of its evidence. */
export function membersOf(row: RowOf<typeof cardRisks>): number[] {
  const own = row.member_id;
  return typeof own === 'number' ? [own] : (evidenceOf(row).member_ids ?? []).map(Number);
}

/** Condition on `cards`: open ones in the wallets of its members and, for an agency, in the batches of the evidence. */
export function openCards(row: RowOf<typeof cardRisks>): RawBuilder<boolean> {
  const batches = (evidenceOf(row).batch_ids ?? []).map(Number);
  return sql<boolean>`frozen_at is null and (
      (owner_member_id = any(${membersOf(row)}::bigint[]) and state = ${cardState.claimed})
      or (agency_id = ${row.agency_id}::bigint and batch_id = any(${batches}::bigint[]) and state in (${cardState.stock}, ${cardState.issued}, ${cardState.claimed})))`;
}
