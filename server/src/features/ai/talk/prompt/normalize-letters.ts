const letter = /[\p{L}\p{N}_]/u;
const asciiLetter = /^\w$/;
const firstBeyondAscii = 128;

/** What stays of one character: a letter, a digit or an underline in lower case; of a ligature several, of a sign nothing. */
function lettersOf(character: string, isAscii: boolean): string {
  // Most of a reply; each of its characters is looked at before a learner sees it.
  if (isAscii) return asciiLetter.test(character) ? character.toLowerCase() : '';
  return [...character.normalize('NFKC').toLowerCase()].filter((unit) => letter.test(unit)).join('');
}

/**
 * The letters of a text alone, in one form and case, and where in the text each of them stands: `K-q ７` is `kq7` at 0, 2 and 4.
 * Underlines stay, so that the name of a field is not the same as its words.
 */
export function barePlaces(text: string): { text: string; places: number[] } {
  let letters = '';
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    const units = lettersOf(character, character.charCodeAt(0) < firstBeyondAscii);
    letters += units;
    for (let index = 0; index < units.length; index += 1) places.push(at);
    at += character.length;
  }
  return { text: letters, places };
}

export const normalizeLetters = (text: string): string => barePlaces(text).text;
