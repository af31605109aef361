const letter = /[\p{L}\p{N}_]/u;

/**
 * The letters of a text alone, in one form and case, and where in the text each of them stands: `K-q ７` is `kq7` at 0, 2 and 4.
 * Underlines stay, so that the name of a field is not the same as its words.
 */
export function barePlaces(text: string): { text: string; places: number[] } {
  const letters: string[] = [];
  const places: number[] = [];
  let at = 0;
  for (const character of text) {
    for (const unit of character.normalize('NFKC').toLowerCase()) {
      if (!letter.test(unit)) continue;
      letters.push(unit);
      for (let index = 0; index < unit.length; index += 1) places.push(at);
    }
    at += character.length;
  }
  return { text: letters.join(''), places };
}

export const bareText = (text: string): string => barePlaces(text).text;
