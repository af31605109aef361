/** A sentence of a text: the characters `from` up to `to`. */
export type TextSpan = { from: number; to: number };

/** Shorter ones are read together with the next: a voice needs no breath after “Yes.” */
const minCharacters = 12;
const abbreviations: ReadonlySet<string> = new Set(
  'mr mrs ms dr prof sr jr st vs etc e.g i.e a.m p.m no approx min max u.s u.k inc ltd co'.split(' '),
);

/** Whether a full stop here belongs to a word: `Dr.`, `J.`, `a.m.` before a small letter or a number. */
function isWithinWord(text: string, at: number): boolean {
  const word = /[\p{L}.]+$/u.exec(text.slice(0, at))?.[0] ?? '';
  if (/^\p{Lu}$/u.test(word)) return true;
  if (!abbreviations.has(word.toLowerCase())) return false;
  return !/^[ap]\.m$/i.test(word) || /^\.\s+[\p{Ll}\p{N}]/u.test(text.slice(at));
}

/** An end is known only with what follows it: another mark or a quote may belong to it. */
const ending = /[.!?…]+["'”’)\]]*(?=\s+\S)|[。！？]+["'”’）]*(?=[^"'”’）。！？])/gu;

/** The end of the first sentence from here; -1 while it is not known. */
function findEnd(text: string, from: number): number {
  ending.lastIndex = from;
  for (let match = ending.exec(text); match; match = ending.exec(text)) {
    const end = match.index + match[0].length;
    const isWord = match[0].startsWith('.') && match[0].length === 1 && isWithinWord(text, match.index);
    if (!isWord && text.slice(from, end).trim().length >= minCharacters) return end;
  }
  return -1;
}

/** Cuts a growing text into sentences. Call it with the whole text so far, and with `isWhole` when nothing follows. */
export function createSplitter(): (text: string, isWhole: boolean) => TextSpan[] {
  let start = 0;
  return (text, isWhole) => {
    const spans: TextSpan[] = [];
    const skip = (): void => {
      while (start < text.length && /\s/.test(text.charAt(start))) start += 1;
    };
    for (skip(); start < text.length; skip()) {
      const end = findEnd(text, start);
      if (end < 0) break;
      spans.push({ from: start, to: end });
      start = end;
    }
    const rest = text.trimEnd().length;
    if (isWhole && start < rest) {
      spans.push({ from: start, to: rest });
      start = rest;
    }
    return spans;
  };
}
