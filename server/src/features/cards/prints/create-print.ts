import { sql } from 'kysely';
import * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import { imposeCards, sheetFormats, type SheetOptions } from '@kaike/shared/domain/cards/faces/card-sheet';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import { findBatch, logSecrets, passApproval } from '../batches/public.ts';
import { loadDesign } from '../themes/public.ts';
import { countPrintable, presentPrints, type StartedPrint, type PrintRow } from './print-row.ts';

type CreateCall = AdminCallOf<typeof cardPrints.createPrint>;

function optionsOf({ body }: CreateCall): SheetOptions {
  const { width, height } = sheetFormats.a4;
  return {
    format: body.format ?? 'a4',
    width: body.width ?? width,
    height: body.height ?? height,
    gap: body.gap ?? 0,
    flip: body.flip ?? 'long_edge',
    is_duplex: body.is_duplex ?? true,
  };
}

async function findEarlierPrint({ ctx, actor, idempotency_key: key }: CreateCall): Promise<StartedPrint | null> {
  if (key === null) return null;
  const { rows } =
    await sql<PrintRow>`select * from card_prints where created_by = ${actor.user_id} and request_id = ${key}`.execute(
      ctx.db,
    );
  return (await presentPrints(ctx.db, rows))[0] ?? null;
}

/** Of two concurrent requests with one key the second returns the print of the first. */
async function insertPrint(
  call: CreateCall,
  order: { batch_id: number; count: number; options: SheetOptions },
): Promise<StartedPrint> {
  const { ctx, actor, body } = call;
  const now = ctx.clock();
  const id = await ctx.db.transaction().execute(async (trx) => {
    const created = await trx
      .insertInto('card_prints')
      .values({
        batch_id: order.batch_id,
        kind: body.kind,
        options: JSON.stringify(order.options),
        origin: call.origin,
        locale: call.locale,
        reason: body.reason,
        card_count: order.count,
        file_count: Math.ceil(order.count / cardPrints.cardsPerFile[body.kind]),
        created_by: actor.user_id,
        request_id: call.idempotency_key,
        created_at: now,
        expires_at: new Date(now.getTime() + cardPrints.printHours * 3_600_000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created)
      await addJob(
        trx,
        'draw-card-print',
        { id: created.id },
        { key: `card-print:${created.id}`, max_attempts: 3, priority: jobPriority.first },
      );
    return created?.id ?? null;
  });
  const { rows } = await sql<PrintRow>`select * from card_prints where id = ${id}`.execute(ctx.db);
  const print = (await presentPrints(ctx.db, rows))[0] ?? (await findEarlierPrint(call));
  assert(print, 'server.internal');
  return print;
}

/** Orders the print of a batch: validated before an approval is consumed, then approved and logged like every export of secrets. */
export async function createPrint(call: CreateCall): Promise<StartedPrint> {
  const { ctx, body } = call;
  const batch = await findBatch(call);
  const existing = await findEarlierPrint(call);
  if (existing) return existing;
  const options = optionsOf(call);
  const { layout } = await loadDesign(ctx, batch.theme_id);
  assert(body.kind === 'png' || imposeCards(layout, options) !== null, 'card_print.too_small');
  const count = await countPrintable(ctx.db, batch.id);
  assert(count > 0, 'card_print.nothing');
  if (body.kind === 'png' && count > cardPrints.maximumPictures)
    throw new AppError('card_print.too_many', { params: { limit: cardPrints.maximumPictures } });
  await passApproval(call, batch, 'print');
  await logSecrets(call, batch, { action: 'print', reason: body.reason, row_count: count });
  return insertPrint(call, { batch_id: batch.id, count, options });
}
