import { sql } from 'kysely';
import {
  leastUsedColor,
  nearestCoverColor,
  styleOfTitle,
  writeCoverStyle,
} from '@kaike/shared/domain/catalog/covers/cover-style';
import type { Db } from '../../../db/pool.ts';
import { loadSubjectColors } from '../subjects/public.ts';

/** As many as stand beside each other in lists. */
const neighbours = 120;

type Course = { title: string; subject_id?: number | null; cover_style?: string };

/** How many of the newest courses have each colour. */
async function countColors(trx: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ color: string; count: number }>`
    select split_part(c.cover_style, '-', 1) as color, count(*)::int as count
    from (select cover_style from courses where deleted_at is null order by id desc limit ${neighbours}) c group by 1`.execute(
    trx,
  );
  return new Map(rows.map(({ color, count }) => [color, count]));
}

/** What the cover of each course looks like: as chosen, else in the colour of its subject or in the one used least. */
export async function chooseStyles(trx: Db, courses: readonly Course[]): Promise<string[]> {
  if (courses.every(({ cover_style: style }) => style)) return courses.map(({ cover_style: style = '' }) => style);
  const ids = courses.flatMap(({ subject_id: id }) => (id ? [id] : []));
  const [colors, uses] = [await loadSubjectColors(trx, ids), await countColors(trx)];
  return courses.map(({ title, subject_id: id, cover_style: style }) => {
    if (style) return style;
    const subject = colors.get(id ?? 0);
    const color = subject ? nearestCoverColor(subject) : leastUsedColor(title, uses);
    uses.set(color, (uses.get(color) ?? 0) + 1);
    return writeCoverStyle(styleOfTitle(title, color));
  });
}
