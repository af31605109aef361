import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';

const atOnce = 500;

/** A title as it is typed in Latin letters: full pinyin, then the initials. */
export async function pinyinKey(title: string): Promise<string> {
  const { pinyin } = await import('pinyin-pro');
  const syllables = pinyin(title, { toneType: 'none', type: 'array', v: true }).map((one) => one.toLowerCase().replace(/[^a-z\d]/g, ''));
  return `${syllables.join('')} ${syllables.map((one) => one.slice(0, 1)).join('')}`;
}

/** Makes the keys of titles that are new or have changed; most searches find none to make. */
export async function fillPinyin(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; title: string }>`select id, title from courses where pinyin is null order by id limit ${atOnce}`.execute(db);
  if (rows.length === 0) return;
  const keys = await Promise.all(rows.map((row) => pinyinKey(row.title)));
  // By the title as well: one that changed meanwhile keeps waiting.
  await sql`update courses c set pinyin = k.pinyin from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.title)}::text[], ${keys}::text[])
    as k (id, title, pinyin) where c.id = k.id and c.title = k.title`.execute(db);
  if (rows.length === atOnce) await fillPinyin(db);
}
