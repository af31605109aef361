import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

export type Link = { id: number; hash: string };
export type VerifiedPage = { last: Link; count: number; broken_id: number | null; is_end: boolean };

/** Before the first entry: the start value set by the migration. */
export const chainStart: Link = { id: 0, hash: '' };

type Row = { id: number; hash: string; is_intact: boolean; follows: boolean };

/** Verifies up to `size` entries after a verified one: each is unchanged and follows its predecessor. */
export async function verifyPage(db: Db, after: Link, size: number): Promise<VerifiedPage> {
  const first = after.id === 0 ? sql`sha256('kaike'::bytea)` : sql`decode(${after.hash}, 'hex')`;
  const { rows } =
    await sql<Row>`select l.id, encode(l.hash, 'hex') as hash, sha256(l.prev_hash || log_content(l)) = l.hash as is_intact,
      l.prev_hash = lag(l.hash, 1, ${first}) over (order by l.id) as follows
    from (select * from logs where id > ${after.id} order by id limit ${size}) l order by l.id`.execute(db);
  const wrong = rows.findIndex((row) => !row.is_intact || !row.follows);
  const good = wrong < 0 ? rows : rows.slice(0, wrong);
  const { id, hash } = good.at(-1) ?? after;
  return { last: { id, hash }, count: good.length, broken_id: rows[wrong]?.id ?? null, is_end: rows.length < size };
}

/** Whether the stored end of the chain matches the last entry; detects truncation. One statement, as others write concurrently. */
export async function isEndIntact(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    is_intact: boolean;
  }>`select c.hash = coalesce((select l.hash from logs l order by l.id desc limit 1), sha256('kaike'::bytea)) as is_intact from log_chain c`.execute(
    db,
  );
  return rows[0]?.is_intact ?? false;
}

export type ChainVerdict = { is_intact: boolean; checked: number; last_id: number; broken_id: number | null };

/** Verifies the whole chain page by page; calls `onPage` after each. */
export async function verifyChain(
  db: Db,
  { size = 2000, onPage }: { size?: number; onPage?: (page: VerifiedPage, checked: number) => Promise<void> } = {},
): Promise<ChainVerdict> {
  let [last, checked] = [chainStart, 0];
  for (;;) {
    const page = await verifyPage(db, last, size);
    checked += page.count;
    last = page.last;
    await onPage?.(page, checked);
    if (page.broken_id !== null) return { is_intact: false, checked, last_id: last.id, broken_id: page.broken_id };
    if (page.is_end) return { is_intact: await isEndIntact(db), checked, last_id: last.id, broken_id: null };
  }
}
