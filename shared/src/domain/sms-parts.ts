const single = 70;
/** Of a longer text each part gives three characters to saying which it is. */
const joined = 67;

/** How many text messages a Chinese text is counted and paid as. */
export function smsParts(text: string): number {
  if (text.length === 0) return 0;
  return text.length <= single ? 1 : Math.ceil(text.length / joined);
}

/** Vendors take at most 35 characters for a value of a template. */
const longestTitle = 30;

/** A notice's title as a text message carries it; characters are never cut in half. */
export function smsTitle(title: string): string {
  const characters = Array.from(title.trim());
  return characters.length <= longestTitle ? characters.join('') : `${characters.slice(0, longestTitle - 1).join('')}…`;
}
