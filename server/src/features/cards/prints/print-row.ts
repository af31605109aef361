import { sql } from 'kysely';
import type { PrintKind } from '@kaike/shared/contracts/cards/card-prints';
import type * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { SheetOptions } from '@kaike/shared/domain/cards/faces/card-sheet';
import type { Locale } from '@kaike/shared/locales/languages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../db/pool.ts';

export type StartedPrint = ResponseOf<typeof cardPrints.createPrint>;
export type PrintRow = {
  id: number;
  batch_id: number;
  kind: PrintKind;
  options: SheetOptions;
  origin: string;
  locale: Locale;
  state: StartedPrint['state'];
  card_count: number;
  done_count: number;
  file_count: number;
  created_by: number;
  created_at: Date;
  expires_at: Date;
};

/** Redeemable cards of a batch, the only ones worth printing. */
export async function countPrintable(db: Db, batchId: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from cards where batch_id = ${batchId} and state in (${cardState.stock}, ${cardState.issued}) and frozen_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type Files = StartedPrint['files'];

/** Prints with the parts that are ready. */
export async function presentPrints(db: Db, rows: readonly PrintRow[]): Promise<StartedPrint[]> {
  const ids = rows.map((row) => row.id);
  const { rows: files } = await sql<
    Files[number] & { print_id: number }
  >`select print_id, part, card_count, page_count, byte_size from card_print_files where print_id = any(${ids}::bigint[]) order by part`.execute(
    db,
  );
  return rows.map(
    ({
      id,
      kind,
      state,
      card_count: cards,
      done_count: done,
      file_count: parts,
      created_at: created,
      expires_at: expires,
    }) => ({
      id,
      kind,
      state,
      card_count: cards,
      done_count: done,
      file_count: parts,
      created_at: created.toISOString(),
      expires_at: expires.toISOString(),
      files: files.filter((file) => file.print_id === id).map(({ print_id: _print, ...file }) => file),
    }),
  );
}
