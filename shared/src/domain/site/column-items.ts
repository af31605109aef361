/** One item of a column: a picture, text and a link, or a course. */
export type ColumnItem = {
  title: string;
  text: string;
  image: string | null;
  url: string;
  badge: string;
  course_id: number | null;
};

export const maxItems = 50;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (item: Record<string, unknown>, keys: readonly string[]): string => {
  const text = keys.map((key) => item[key]).find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.trim() : '';
};

/** A safe link target: a path of this site or an http(s) URL. Anything else becomes empty. */
export const safeAddress = (address: string): string => (/^(\/(?![/\\])|https?:\/\/)/i.test(address) ? address : '');

/** Maximum length of each text of an item. */
const parts = { title: 100, text: 200, image: 500, url: 500, badge: 20 } as const;

const isOptionalText = (value: unknown, most: number): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.length <= most);

const isAddress = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (typeof value === 'string' && safeAddress(value) !== '');

function isColumnItem(item: unknown): boolean {
  if (!isRecord(item)) return false;
  const { course_id: course = null, ...rest } = item;
  if (course !== null && (typeof course !== 'number' || !Number.isSafeInteger(course) || course < 1)) return false;
  const isKnown = Object.entries(rest).every(
    ([key, value]) => Object.hasOwn(parts, key) && isOptionalText(value, parts[key as keyof typeof parts]),
  );
  return isKnown && isAddress(item['image']) && isAddress(item['url']) && parseColumnItems([item]).length === 1;
}

/** Position, from 1, of the first invalid item; 0 when all are valid. Also 1 when the value is no list or too long. */
export function wrongColumnItem(items: unknown): number {
  if (!Array.isArray(items) || items.length > maxItems) return 1;
  return items.findIndex((item) => !isColumnItem(item)) + 1;
}

/** Reads the stored items of a column; invalid items are skipped. */
export function parseColumnItems(items: unknown): ColumnItem[] {
  if (!Array.isArray(items)) return [];
  return items.slice(0, maxItems).flatMap((item): ColumnItem[] => {
    if (!isRecord(item)) return [];
    const courseId = Number(item['course_id'] ?? Number.NaN);
    const read: ColumnItem = {
      title: textOf(item, ['title', 'name']),
      text: textOf(item, ['text', 'subtitle', 'intro']),
      image: safeAddress(textOf(item, ['image', 'cover'])) || null,
      url: safeAddress(textOf(item, ['url', 'link'])),
      badge: textOf(item, ['badge']),
      course_id: Number.isSafeInteger(courseId) && courseId > 0 ? courseId : null,
    };
    return read.title === '' && read.image === null && read.course_id === null ? [] : [read];
  });
}
