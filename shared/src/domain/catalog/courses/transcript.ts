import type { Cue } from './subtitles.ts';

export type TranscriptLine = {
  readonly from: number;
  readonly text: string;
  /** The same in the other language; empty when there is none. */
  readonly second: string;
};

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ' };

/** A cue's words without what players render: tags, entities, line breaks. */
const plainText = (text: string): string =>
  text
    .replace(/<\/?[biu]>/g, '')
    .replace(/&(?:amp|lt|gt|nbsp);/g, (sign) => signs[sign] ?? sign)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** The last line that begins at or before the second; -1 before the first. */
export function lineAt(lines: readonly { readonly from: number }[], position: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.from ?? Infinity) <= position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The lines of a lesson in one language, each with what another language says at that time; subtitles of two languages are rarely cut at the same seconds. */
export function writeTranscript(cues: readonly Cue[], others: readonly Cue[] = []): TranscriptLine[] {
  const sorted = [...cues].sort((a, b) => a.from - b.from);
  const seconds = sorted.map((): string[] => []);
  for (const { from, to, text } of [...others].sort((a, b) => a.from - b.from))
    seconds[Math.max(0, lineAt(sorted, (from + to) / 2))]?.push(plainText(text));
  return sorted.map(({ from, text }, index) => ({
    from,
    text: plainText(text),
    second: seconds[index]?.join(' ') ?? '',
  }));
}

/** The language being learned comes first, the reader's own below it; with one language there is only that. */
export function transcriptLanguages<T extends { language: string }>(
  offered: readonly T[],
  own: T | undefined,
): { first: T | undefined; second: T | undefined } {
  const first = offered.find((one) => one !== own);
  return first ? { first, second: own } : { first: own, second: undefined };
}
