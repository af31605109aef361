/** Text typed into a relation without a row being chosen stays in its value. It is no id, whatever its digits: no form saves it. */
type TypedText = { text: string };

const isTyped = (part: unknown): part is TypedText => typeof part === 'object' && part !== null && 'text' in part;

/** The ids of the chosen rows, and the text beside them. */
export function parseRelation(value: unknown): { ids: number[]; text: string } {
  const parts: unknown[] = [value ?? []].flat();
  return { ids: parts.filter((part) => !isTyped(part)).map(Number), text: parts.find(isTyped)?.text ?? '' };
}

/** The value with this text; it takes the place of the only row. */
export function withText(ids: readonly number[], text: string, isMany: boolean): unknown {
  const typed: TypedText[] = text === '' ? [] : [{ text }];
  return isMany ? [...ids, ...typed] : (typed[0] ?? null);
}

/** The row that a text names: the one with this title, or the only one that matches. */
export const namedRow = <O extends { label: string }>(matches: readonly O[], text: string): O | undefined =>
  matches.find(({ label }) => label.trim() === text.trim()) ?? (matches.length === 1 ? matches[0] : undefined);
