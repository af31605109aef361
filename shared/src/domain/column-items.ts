/** One thing a column shows: a picture, words and where they lead, or a course. */
export type ColumnItem = { title: string; text: string; image: string | null; url: string; course_id: number | null };

const mostItems = 50;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (item: Record<string, unknown>, keys: readonly string[]): string => {
  const found = keys.map((key) => item[key]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof found === 'string' ? found.trim() : '';
};

/** An address a page may lead to: a path of this site, or a web address. Anything else becomes empty. */
export const safeAddress = (address: string): string => (/^(\/(?![/\\])|https?:\/\/)/i.test(address) ? address : '');

/** Reads what an administrator stored as items of a column; what is no item is left out. */
export function readColumnItems(items: unknown): ColumnItem[] {
  if (!Array.isArray(items)) return [];
  return items.slice(0, mostItems).flatMap((item): ColumnItem[] => {
    if (!isRecord(item)) return [];
    const courseId = Number(item['course_id'] ?? Number.NaN);
    const read: ColumnItem = {
      title: textOf(item, ['title', 'name']), text: textOf(item, ['text', 'subtitle', 'intro']),
      image: safeAddress(textOf(item, ['image', 'cover'])) || null, url: safeAddress(textOf(item, ['url', 'link'])),
      course_id: Number.isSafeInteger(courseId) && courseId > 0 ? courseId : null,
    };
    return read.title === '' && read.image === null && read.course_id === null ? [] : [read];
  });
}
