import { sql } from 'kysely';
import { cardActions, cardState, type CardState } from '@kaike/shared/domain/cards/card-state';
import { cartonActions, cartonState } from '@kaike/shared/domain/cards/carton-state';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { returnVoided } from '../../agencies/agencies/public.ts';

const chunkSize = 5000;

export type CardsMove = 'issue' | 'void';
type Batch = { id: number; agency_id: number | null; moving: string };

async function issueChunk(trx: Db, batch: Batch, now: Date): Promise<number> {
  const done =
    await sql`update cards set state = ${cardState.issued}, issued_at = ${now}, version = version + 1, updated_at = ${now}
    where id in (select id from cards where batch_id = ${batch.id} and state = ${cardState.stock} and frozen_at is null limit ${chunkSize} for update)`.execute(
      trx,
    );
  return Number(done.numAffectedRows ?? 0);
}

const voidable: readonly CardState[] = cardActions.void.from.administrator ?? [];

/** Voids a chunk of cards and returns their quota to the agency that paid. */
async function voidChunk(
  trx: Db,
  batch: Batch,
  { now, secrets }: { now: Date; secrets: Context['secrets'] },
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`update cards set state = ${cardState.voided}, version = version + 1, updated_at = ${now}
    where id in (select id from cards where batch_id = ${batch.id} and state in (${sql.join(voidable)}) order by id limit ${chunkSize} for update) returning id`.execute(
    trx,
  );
  const first = rows[0];
  if (first)
    await returnVoided(trx, {
      agency_id: batch.agency_id,
      batch_id: batch.id,
      count: rows.length,
      first: first.id,
      operator_id: null,
      now,
      secrets,
    });
  return rows.length;
}

/** Voids the cartons not yet received; received ones stay on record. */
async function voidCartons(trx: Db, batchId: number, now: Date): Promise<void> {
  await sql`update card_cartons set state = ${cartonState.voided}, version = version + 1, updated_at = ${now}
    where batch_id = ${batchId} and state in (${sql.join([...cartonActions.void.from])})`.execute(trx);
}

async function moveChunk(ctx: Context, batchId: number, move: CardsMove): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<Batch>`select id, agency_id, moving from card_batches where id = ${batchId} for update`.execute(trx);
    const [batch] = rows;
    // Another move has replaced this one, or another run has finished it.
    if (!batch || batch.moving !== move) return 0;
    const now = ctx.clock();
    const moved = await (move === 'issue'
      ? issueChunk(trx, batch, now)
      : voidChunk(trx, batch, { now, secrets: ctx.secrets }));
    if (move === 'void' && moved === 0) await voidCartons(trx, batchId, now);
    await sql`update card_batches set moving = ${moved === 0 ? '' : move}, updated_at = ${now} where id = ${batchId}`.execute(
      trx,
    );
    return moved;
  });
}

/** Issues or voids all eligible cards of a batch, chunk by chunk; can be killed and run again. */
export async function moveCards(ctx: Context, batchId: number, move: CardsMove): Promise<void> {
  for (;;) if ((await moveChunk(ctx, batchId, move)) === 0) return;
}
