import { sql } from 'kysely';
import type { Carton } from '@kaike/shared/contracts/cards/card-cartons';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { Db } from '../../../../db/pool.ts';

/** A carton as the use cases read it. */
export type CartonRow = Omit<Carton, 'received_at'> & {
  batch_id: number;
  agency_id: number | null;
  first_seq: number;
  last_seq: number;
  state_before: number | null;
  received_at: Date | null;
  received_by: number | null;
  lost_at: Date | null;
};

/** Columns of `card_cartons k`. */
export const cartonColumns = sql`k.id, k.scan_code, k.carton_no, k.state, k.first_no, k.last_no, k.card_count, k.missing_count, k.received_at, k.batch_id, k.agency_id,
  k.first_seq, k.last_seq, k.state_before, k.received_by, k.lost_at`;

export function presentCarton({
  id,
  scan_code,
  carton_no,
  state,
  first_no,
  last_no,
  card_count,
  missing_count,
  received_at: at,
}: CartonRow): Carton {
  return {
    id,
    scan_code,
    carton_no,
    state,
    first_no,
    last_no,
    card_count,
    missing_count,
    received_at: at?.toISOString() ?? null,
  };
}

/** Reads and locks the carton. */
export async function lockCarton(trx: Db, id: number): Promise<CartonRow | undefined> {
  const { rows } =
    await sql<CartonRow>`select ${cartonColumns} from card_cartons k where k.id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Condition on cards `c` in the carton; their replacements are not in it. */
export const inCarton = (carton: Pick<CartonRow, 'batch_id' | 'first_seq' | 'last_seq'>) =>
  sql<boolean>`c.batch_id = ${carton.batch_id} and c.batch_seq between ${carton.first_seq} and ${carton.last_seq}`;

/** States in which a card can still be used. */
export const usable = [cardState.stock, cardState.issued, cardState.claimed];
