/** One call takes 500 letters or 150 Chinese characters; a wide sign counts for the letters it takes the place of. */
const maxLetters = 500;
const wideLetters = 500 / 150;

const lengthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e80 ? wideLetters : 1), 0);

/** Sentences, then words, then signs: the first that are short enough. */
const cuts = [/[^.!?。！？]+[.!?。！？]*["'”’)]*\s*/gu, /\S+\s*/gu, /./gsu];

function cutBy(text: string, level: number): string[] {
  if (lengthOf(text) <= maxLetters) return [text];
  const parts: string[] = [];
  for (const piece of (text.match(cuts[level] ?? /./gsu) ?? []).flatMap((one) => cutBy(one, level + 1))) {
    const joined = `${parts.at(-1) ?? ''}${piece}`;
    if (parts.length > 0 && lengthOf(joined) <= maxLetters) parts[parts.length - 1] = joined;
    else parts.push(piece);
  }
  return parts;
}

/** A text in parts that one call can speak, cut at ends of sentences where there are any. */
export const splitText = (text: string): string[] =>
  cutBy(text, 0)
    .map((part) => part.trim())
    .filter((part) => part !== '');
