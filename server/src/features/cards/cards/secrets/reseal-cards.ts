import { sql } from 'kysely';
import type { Context } from '../../../../core/context.ts';
import { openSecret, sealCard } from './card-secrets.ts';

const pageSize = 1000;

type SealedCard = { id: number; secret_enc: Buffer; secret_hash: Buffer };

/** Reseals the secrets of a page of cards and replaces their lookup hashes. Returns how many could be opened. */
async function resealPage({ db, secrets }: Context, rows: readonly SealedCard[]): Promise<number> {
  const resealed = rows.flatMap((row) => {
    try {
      return [{ ...row, ...sealCard(secrets, openSecret(secrets, row)) }];
    } catch {
      return [];
    }
  });
  // Cards changed or removed meanwhile are skipped.
  await sql`update cards c set secret_hash = x.hash, secret_enc = x.sealed
    from unnest(${resealed.map(({ id }) => id)}::bigint[], ${resealed.map((one) => one.secret_hash)}::bytea[], ${resealed.map((one) => one.hash)}::bytea[], ${resealed.map((one) => one.sealed)}::bytea[])
      as x (id, was, hash, sealed) where c.id = x.id and c.secret_hash = x.was`.execute(db);
  return resealed.length;
}

/** Moves the secrets of all cards to the current key, page by page; can be stopped and resumed. */
export async function resealCards(ctx: Context): Promise<{ changed: number; unreadable: number }> {
  const done = { changed: 0, unreadable: 0 };
  const { mark } = ctx.secrets;
  for (let after = 0; ;) {
    const { rows } =
      await sql<SealedCard>`select id, secret_enc, secret_hash from cards where id > ${after} and substring(secret_enc from 1 for ${mark.length}) <> ${mark}
      order by id limit ${pageSize}`.execute(ctx.db);
    const changed = await resealPage(ctx, rows);
    done.changed += changed;
    done.unreadable += rows.length - changed;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return done;
    after = last.id;
  }
}
