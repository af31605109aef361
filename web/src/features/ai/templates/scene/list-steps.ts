export const replaceAt = <T>(items: readonly T[], index: number, item: T): T[] =>
  items.map((one, at) => (at === index ? item : one));

export const removeAt = <T>(items: readonly T[], index: number): T[] => items.filter((_one, at) => at !== index);

/** Moved by one place up or down; the same at the ends. */
export function shiftItem<T>(items: readonly T[], index: number, by: 1 | -1): T[] {
  const [one, other] = [items[index], items[index + by]];
  if (one === undefined || other === undefined) return [...items];
  return replaceAt(replaceAt(items, index, other), index + by, one);
}
