import { isValidNestedSet } from '@kaike/shared/domain/nested-set';
import type pg from 'pg';
import { ok, warn, type Finding } from './check.ts';

type Node = { id: number; parent_id: number | null; lft: number; rgt: number; level: number };

/** Whether the margins and levels of the menu fit its parents; navigation is read by them. */
export async function checkMenus(pool: pg.Pool): Promise<Finding[]> {
  const known = await pool.query<{ known: boolean }>("select to_regclass('public.menus') is not null as known");
  if (!known.rows[0]?.known) return [];
  // The root of everything has level 0.
  const { rows } = await pool.query<Node>(
    'select id, parent_id, left_margin as lft, right_margin as rgt, level + 1 as level from menus where deleted_at is null',
  );
  if (isValidNestedSet(rows)) return [ok(`The menu is a consistent tree of ${rows.length} entries`)];
  const text = 'The menu tree is inconsistent: entries may be missing from navigation';
  return [{ ...warn(text, 'The next start renumbers it.'), repair: 'menus' }];
}
