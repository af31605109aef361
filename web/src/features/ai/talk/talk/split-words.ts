export type LineToken = { text: string; at: number; is_word: boolean };

const part = /([\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*)|(\s+)|[^\p{L}\p{N}\s]+/gu;

/** A line as groups between spaces, each of words and the signs at them, which no line break parts. */
export function splitWords(line: string): LineToken[][] {
  const groups: LineToken[][] = [[]];
  for (const match of line.matchAll(part)) {
    const [text, word, space] = match;
    if (space === undefined) groups.at(-1)?.push({ text, at: match.index, is_word: word !== undefined });
    else groups.push([]);
  }
  return groups.filter((group) => group.length > 0);
}
