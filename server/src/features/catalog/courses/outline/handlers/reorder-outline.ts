import { sql } from 'kysely';
import type { Outline } from '@kaike/shared/contracts/catalog/courses';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import type { Db } from '../../../../../db/pool.ts';
import { AppError, assert } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import { loadOutline } from '../load-outline.ts';
import { type OutlineOrder, parseOrder, orderOf, isComplete } from '../order-outline.ts';

async function saveOrder(trx: Db, order: OutlineOrder): Promise<void> {
  const lessons = order.flatMap(({ id, lesson_ids: ids }) =>
    ids.map((lessonId, index) => ({ id: lessonId, chapter_id: id, sort: index + 1 })),
  );
  await sql`update chapters h set sort = n.sort from unnest(${order.map(({ id }) => id)}::bigint[]) with ordinality as n(id, sort)
    where h.id = n.id and h.sort <> n.sort`.execute(trx);
  await sql`update lessons l set chapter_id = n.chapter_id, sort = n.sort
    from unnest(${lessons.map((one) => one.id)}::bigint[], ${lessons.map((one) => one.chapter_id)}::bigint[], ${lessons.map((one) => one.sort)}::int[])
      as n(id, chapter_id, sort)
    where l.id = n.id and (l.chapter_id, l.sort) is distinct from (n.chapter_id, n.sort)`.execute(trx);
}

/** The order as titles: one line for the chapters, then one per chapter with its lessons. */
function describe(outline: Outline, order: OutlineOrder): string[] {
  const titles = new Map(
    outline.chapters.flatMap(({ id, title, lessons }): [string, string][] => [
      [`chapter ${id}`, title],
      ...lessons.map((lesson): [string, string] => [`lesson ${lesson.id}`, lesson.title]),
    ]),
  );
  const chapters = order.map(({ id }) => titles.get(`chapter ${id}`) ?? '');
  return [
    chapters.join(' / '),
    ...order.map(
      ({ lesson_ids: ids }, index) =>
        `${chapters[index] ?? ''}: ${ids.map((id) => titles.get(`lesson ${id}`) ?? '').join(' / ')}`,
    ),
  ];
}

/** Saves a complete new order. A request based on an outdated order gets the current one instead. */
export async function reorderOutline(call: AdminCallOf<typeof courses.reorderOutline>): Promise<OutlineResult> {
  const newOrder = parseOrder(call.body.chapters);
  if (!newOrder) throw new AppError('request.invalid', { failures: { chapters: [{ rule: 'array', params: [] }] } });
  return changeOutline(call, async ({ trx, course }) => {
    const outline = await loadOutline(call.ctx, trx, course.id);
    // A retry after a lost response: its order is already stored.
    if (JSON.stringify(orderOf(outline)) === JSON.stringify(newOrder)) return null;
    if (outline.version !== call.body.version) throw new AppError('record.stale', { current: outline });
    assert(isComplete(outline, newOrder), 'outline.mismatch', { current: outline });
    await saveOrder(trx, newOrder);
    const [before, after] = [describe(outline, orderOf(outline)), describe(outline, newOrder)];
    const onlyIn = (lines: string[], others: string[]): string[] => lines.filter((line) => !others.includes(line));
    return { action: 'order', before: { order: onlyIn(before, after) }, after: { order: onlyIn(after, before) } };
  });
}
