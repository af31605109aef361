import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Db } from '../../../db/pool.ts';
import { nameKey } from '../../../kit/read/pinyin.ts';

const atOnce = 500;
const maxNames = 2000;
/** A single letter matches nearly every name. */
const minLetters = 2;

/** Pinyin keys by name; they never change. */
const cache = new LRUCache<string, string>({ max: maxNames });

/** Computes missing keys of new and changed titles; usually there are none. */
export async function fillPinyin(db: Db): Promise<void> {
  const { rows } = await sql<{
    id: number;
    title: string;
  }>`select id, title from courses where pinyin is null order by id limit ${atOnce}`.execute(db);
  if (rows.length === 0) return;
  const keys = await Promise.all(rows.map((row) => nameKey(row.title, false)));
  // Also matched by title: one that changed meanwhile stays null.
  await sql`update courses c set pinyin = k.pinyin from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.title)}::text[], ${keys}::text[])
    as k (id, title, pinyin) where c.id = k.id and c.title = k.title`.execute(db);
  if (rows.length === atOnce) await fillPinyin(db);
}

async function keyOf(name: string): Promise<string> {
  const key = cache.get(name) ?? (await nameKey(name, false));
  cache.set(name, key);
  return key;
}

/** For each text, the names of teachers and subjects whose pinyin contains it; texts without letters have none. */
export async function namesSounding(db: Db, texts: readonly (string | null)[]): Promise<string[][]> {
  const isLong = (text: string | null): text is string => text !== null && text.length >= minLetters;
  if (!texts.some(isLong)) return texts.map(() => []);
  const { rows } = await sql<{
    name: string;
  }>`select name from teachers where deleted_at is null and status = ${switchStatus.on}
    union select name from subjects where deleted_at is null and status = ${switchStatus.on} limit ${maxNames}`.execute(
    db,
  );
  const keys = await Promise.all(rows.map(async ({ name }) => ({ name, key: await keyOf(name) })));
  return texts.map((text) =>
    isLong(text) ? keys.filter(({ key }) => key.includes(text)).map(({ name }) => name) : [],
  );
}
