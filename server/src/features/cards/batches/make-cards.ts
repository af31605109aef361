import { sql } from 'kysely';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { analyzeIfGrown } from '../../../db/analyze-if-grown.ts';
import { makeSecrets, type SealedSecrets } from '../cards/public.ts';

/** Cards per transaction: the most a kill can lose. */
const chunkSize = 5000;
const serialDigits = 6;

type Batch = {
  id: number;
  state: number;
  quantity: number;
  made_count: number;
  prefix: string;
  theme_id: number | null;
  product_id: number;
  agency_id: number | null;
  redeem_end_at: Date | null;
  issue_on_made: boolean;
  redeem_on_receipt: boolean;
};

async function readBatch(db: Db, id: number, lock: boolean): Promise<Batch | null> {
  const { rows } =
    await sql<Batch>`select id, state, quantity, made_count, prefix, theme_id, product_id, agency_id, redeem_end_at, issue_on_made, redeem_on_receipt
    from card_batches where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

const remaining = (batch: Batch | null): number =>
  batch?.state === batchState.making ? batch.quantity - batch.made_count : 0;

/** Prefix and batch id; the serial follows. Unique across batches because a prefix has no digits. */
const numberHead = ({ prefix, id }: Pick<Batch, 'prefix' | 'id'>): string => prefix + String(id).padStart(4, '0');

/** The number of the n-th card of a batch. */
export const cardNumberOf = (batch: Pick<Batch, 'prefix' | 'id'>, serial: number): string =>
  numberHead(batch) + String(serial).padStart(serialDigits, '0');

async function insertCards(
  trx: Db,
  batch: Batch,
  chunk: { secrets: SealedSecrets; count: number; now: Date },
): Promise<void> {
  const { secrets, count, now } = chunk;
  const state = batch.issue_on_made ? cardState.issued : cardState.stock;
  await sql`insert into cards (card_no, secret_hash, secret_enc, secret_last4, batch_id, batch_seq, theme_id, product_id, agency_id, state, issued_at, redeem_end_at, awaits_receipt)
    select ${numberHead(batch)} || lpad((${batch.made_count}::int + n)::text, ${serialDigits}::int, '0'), hash, sealed, last4, ${batch.id}::bigint, ${batch.made_count}::int + n,
      ${batch.theme_id}::bigint, ${batch.product_id}::bigint, ${batch.agency_id}::bigint, ${state}::smallint, ${batch.issue_on_made ? now : null}::timestamptz,
      ${batch.redeem_end_at}::timestamptz, ${batch.redeem_on_receipt}::boolean
    from unnest(${secrets.hashes.slice(0, count)}::bytea[], ${secrets.sealed.slice(0, count)}::bytea[], ${secrets.last4.slice(0, count)}::text[])
      with ordinality as made (hash, sealed, last4, n)`.execute(trx);
}

/** Makes one chunk. The batch row is locked, and its count and cards change together: a second run, or one after a kill, continues from here. */
async function makeChunk(ctx: Context, batchId: number, secrets: SealedSecrets): Promise<number> {
  return ctx.db.transaction().execute(async (trx) => {
    const batch = await readBatch(trx, batchId, true);
    const count = Math.min(remaining(batch), secrets.hashes.length);
    if (!batch || count === 0) return 0;
    const now = ctx.clock();
    await insertCards(trx, batch, { secrets, count, now });
    const isDone = batch.made_count + count === batch.quantity;
    const doneState = batch.issue_on_made ? batchState.released : batchState.ready;
    await sql`update card_batches set made_count = made_count + ${count}, state = ${isDone ? doneState : batch.state}, updated_at = ${now} where id = ${batchId}`.execute(
      trx,
    );
    return isDone ? 0 : remaining(batch) - count;
  });
}

/** Makes the missing cards of a batch. Can be killed and run again at any point, even concurrently. */
export async function makeCards(ctx: Context, batchId: number): Promise<void> {
  const added = remaining(await readBatch(ctx.db, batchId, false));
  let missing = added;
  if (missing === 0) return;
  let prepared = makeSecrets(ctx.secrets, Math.min(chunkSize, missing));
  while (missing > 0) {
    const secrets = await prepared;
    // The next secrets are generated while the database writes these.
    prepared = makeSecrets(ctx.secrets, Math.min(chunkSize, Math.max(0, missing - secrets.hashes.length)));
    missing = await makeChunk(ctx, batchId, secrets).catch(async (error: unknown) => {
      await prepared;
      throw error;
    });
  }
  await prepared;
  // The list relies on planner estimates for its row count.
  await analyzeIfGrown(ctx.db, { table: 'cards', added, share: 0.1 });
}
