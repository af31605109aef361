import { sql } from 'kysely';
import type * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCall, ById } from '../../../core/call.ts';
import { findBatch } from '../batches/public.ts';
import { loadDesign } from '../themes/public.ts';
import { type PrintRow, presentPrints, countPrintable } from './print-row.ts';

/** The prints this user ordered of the batch, and how many cards can be printed. */
export async function listPrints(call: AdminCall & ById): Promise<ResponseOf<typeof cardPrints.listPrints>> {
  const { ctx, actor } = call;
  const batch = await findBatch(call);
  const { rows } =
    await sql<PrintRow>`select * from card_prints where batch_id = ${batch.id} and created_by = ${actor.user_id} and expires_at > ${ctx.clock()} order by id desc limit 10`.execute(
      ctx.db,
    );
  const design = await loadDesign(ctx, batch.theme_id);
  return {
    data: await presentPrints(ctx.db, rows),
    printable_count: await countPrintable(ctx.db, batch.id),
    layout: design.layout,
    covers: design.covers,
  };
}
