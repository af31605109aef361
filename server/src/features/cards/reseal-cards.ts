import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { openSecret, sealCard } from './card-secrets.ts';

const pageSize = 1000;

type Sealed = { id: number; secret_enc: Buffer; secret_hash: Buffer };

/** Seals the secrets of a page of cards anew and replaces the hashes they are found by. Gives how many opened. */
async function resealPage({ db, secrets }: Context, rows: readonly Sealed[]): Promise<number> {
  const resealed = rows.flatMap((row) => {
    try {
      return [{ ...row, ...sealCard(secrets, openSecret(secrets, row)) }];
    } catch {
      return [];
    }
  });
  // A card that was replaced or removed meanwhile is left alone.
  await sql`update cards c set secret_hash = x.hash, secret_enc = x.sealed
    from unnest(${resealed.map(({ id }) => id)}::bigint[], ${resealed.map((one) => one.secret_hash)}::bytea[], ${resealed.map((one) => one.hash)}::bytea[], ${resealed.map((one) => one.sealed)}::bytea[])
      as x (id, was, hash, sealed) where c.id = x.id and c.secret_hash = x.was`.execute(db);
  return resealed.length;
}

/** Brings the secrets of all cards under today's key, page by page; what was done stays done when this is stopped. */
export async function resealCards(ctx: Context): Promise<{ changed: number; unreadable: number }> {
  const done = { changed: 0, unreadable: 0 };
  const { mark } = ctx.secrets;
  for (let after = 0; ;) {
    const { rows } =
      await sql<Sealed>`select id, secret_enc, secret_hash from cards where id > ${after} and substring(secret_enc from 1 for ${mark.length}) <> ${mark}
      order by id limit ${pageSize}`.execute(ctx.db);
    const changed = await resealPage(ctx, rows);
    done.changed += changed;
    done.unreadable += rows.length - changed;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return done;
    after = last.id;
  }
}
