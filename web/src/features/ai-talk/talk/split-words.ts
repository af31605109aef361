export type Piece = { text: string; at: number; is_word: boolean };

const word = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** A line as words and what stands between them, each with its place. */
export function splitWords(line: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(word)) {
    if (match.index > end) pieces.push({ text: line.slice(end, match.index), at: end, is_word: false });
    pieces.push({ text: match[0], at: match.index, is_word: true });
    end = match.index + match[0].length;
  }
  if (end < line.length) pieces.push({ text: line.slice(end), at: end, is_word: false });
  return pieces;
}
