import { sql } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { cards } from '@kaike/shared/resources/cards/cards';
import type { ActionResult, RowOf } from '../../../kit/behaviour.ts';
import { makeSecrets } from './secrets/card-secrets.ts';
import { sortCards, type CardUpdate } from './card-batch-update.ts';
import { lockUntilCommit } from '../../../db/hidden-names.ts';

const serialDigits = 6;

type Replacement = { id: number; card_no: string; old_id: number };

/** Serializes replacements per batch, so that no two get the same position; the batch row itself stays unlocked for its jobs. */
async function takeTurn({ trx }: CardUpdate, batchIds: readonly number[]): Promise<void> {
  for (const id of batchIds.toSorted((a, b) => a - b)) await lockUntilCommit(trx, `card_batches.replace:${id}`);
}

/**
 * Inserts cards beyond the batch's quantity, so that they never collide with a making job that is still running. They keep
 * the owner, claim time, theme and redemption deadline, but not a freeze, which applied to the lost secret.
 */
async function insertReplacements(work: CardUpdate, rows: readonly RowOf<typeof cards>[]): Promise<Replacement[]> {
  const { trx, ctx } = work;
  const now = ctx.clock();
  const secrets = await makeSecrets(ctx.secrets, rows.length);
  const inserted = await sql<Replacement>`
    with source as (
      select c.*, fresh.hash, fresh.sealed, fresh.last4,
        greatest(b.quantity, (select max(x.batch_seq) from cards x where x.batch_id = b.id)) + row_number() over (partition by b.id order by c.id) as seq,
        b.prefix || lpad(b.id::text, greatest(4, length(b.id::text)), '0') as head
      from unnest(${rows.map((row) => row.id)}::bigint[], ${secrets.hashes}::bytea[], ${secrets.sealed}::bytea[], ${secrets.last4}::text[]) as fresh (id, hash, sealed, last4)
        join cards c on c.id = fresh.id join card_batches b on b.id = c.batch_id
    ), inserted as (
      insert into cards (card_no, secret_hash, secret_enc, secret_last4, batch_id, batch_seq, theme_id, product_id, agency_id, owner_member_id, state,
        issued_at, claimed_at, redeem_end_at, created_at, updated_at)
      select head || lpad(seq::text, greatest(${serialDigits}::int, length(seq::text)), '0'), hash, sealed, last4, batch_id, seq, theme_id, product_id, agency_id,
        owner_member_id, state, ${now}, claimed_at, redeem_end_at, ${now}, ${now} from source
      returning id, card_no, secret_hash
    )
    select inserted.id, inserted.card_no, source.id as old_id from inserted join source on source.hash = inserted.secret_hash`.execute(
    trx,
  );
  return inserted.rows;
}

/** Replaces cards with new ones that have new secrets. No quota moves: one card was sold and one remains. */
export async function replaceCards(work: CardUpdate): Promise<ActionResult> {
  const { allowed, failed } = sortCards(work, 'replace');
  if (allowed.length === 0) return { changed: 0, failed };
  await takeTurn(work, [...new Set(allowed.map((row) => Number(row.batch_id)))]);
  const replacements = await insertReplacements(work, allowed);
  await sql`update cards c set state = ${cardState.replaced}, replaced_by = x.id, version = c.version + 1, updated_at = ${work.ctx.clock()}
    from unnest(${replacements.map((one) => one.old_id)}::bigint[], ${replacements.map((one) => one.id)}::bigint[]) as x (old_id, id) where c.id = x.old_id`.execute(
    work.trx,
  );
  return { changed: replacements.length, failed, extra: { replacements } };
}
