import type { Outline } from '@kaike/shared/contracts/catalog/courses';

export type OutlineOrder = { id: number; lesson_ids: number[] }[];

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** Parses the order from a request's JSON; undefined when it is malformed. */
export function parseOrder(raw: unknown): OutlineOrder | undefined {
  const order = Array.isArray(raw)
    ? raw.map((item: { id?: unknown; lesson_ids?: unknown } | null) => ({ id: item?.id, lesson_ids: item?.lesson_ids }))
    : [];
  const isOrder = (items: typeof order): items is OutlineOrder =>
    items.every(({ id, lesson_ids: ids }) => isId(id) && Array.isArray(ids) && ids.every(isId));
  return Array.isArray(raw) && isOrder(order) ? order : undefined;
}

export const orderOf = ({ chapters }: Pick<Outline, 'chapters'>): OutlineOrder =>
  chapters.map(({ id, lessons }) => ({ id, lesson_ids: lessons.map((lesson) => lesson.id) }));

const isSame = (a: readonly number[], b: readonly number[]): boolean => {
  const [left, right] = [a, b].map((ids) => [...ids].sort((x, y) => x - y).join());
  return left === right;
};

/** Whether an order contains every chapter and lesson of the outline exactly once, and nothing else. */
export function isComplete(outline: Pick<Outline, 'chapters'>, newOrder: OutlineOrder): boolean {
  const current = orderOf(outline);
  const lessons = (order: OutlineOrder): number[] => order.flatMap((chapter) => chapter.lesson_ids);
  return (
    isSame(
      current.map(({ id }) => id),
      newOrder.map(({ id }) => id),
    ) && isSame(lessons(current), lessons(newOrder))
  );
}
