import type { Correction } from '@kaike/shared/contracts/ai/ai-messages';

/** A piece of a corrected line: plain words, or what is struck out and what is written above; nothing struck out is an insertion. */
export type MarkedPiece = { from: number; text: string; is_marked: boolean; above: string };

/** The words of a text, each with the space behind it. */
const partsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

/** How many words both begin with. */
function common(a: readonly string[], b: readonly string[], most: number): number {
  let count = 0;
  while (count < most && a[count]?.trim() === b[count]?.trim()) count += 1;
  return count;
}

/** The words of a line between its marks. Only what differs is marked: of `listen music` and `listen to music` the place for `to`. */
export function markLine(content: string, corrections: readonly Correction[]): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let at = 0;
  const plain = (to: number): void => {
    if (to > at) pieces.push({ from: at, text: content.slice(at, to), is_marked: false, above: '' });
    at = to;
  };
  for (const { from, to, fix } of corrections.toSorted((a, b) => a.from - b.from)) {
    if (from < at || to > content.length) continue;
    const [old, fresh] = [partsOf(content.slice(from, to)), partsOf(fix)];
    const shorter = Math.min(old.length, fresh.length);
    const head = common(old, fresh, shorter);
    const tail = common(old.toReversed(), fresh.toReversed(), shorter - head);
    plain(from + old.slice(0, head).join('').length);
    const text = old
      .slice(head, old.length - tail)
      .join('')
      .trimEnd();
    const above = fresh
      .slice(head, fresh.length - tail)
      .join('')
      .trim();
    pieces.push({ from: at, text, is_marked: true, above });
    at += text.length;
  }
  plain(content.length);
  return pieces;
}
