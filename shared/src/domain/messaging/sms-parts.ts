const single = 70;
/** Each part of a longer text uses three characters for its part number. */
const joined = 67;

/** How many text messages a Chinese text is billed as. */
export function smsParts(text: string): number {
  if (text.length === 0) return 0;
  return text.length <= single ? 1 : Math.ceil(text.length / joined);
}

/** Vendors accept at most 35 characters for a template value. */
const maxTitleLength = 30;

/** A notice's title for a text message; characters are never cut in half. */
export function smsTitle(title: string): string {
  const characters = Array.from(title.trim());
  return characters.length <= maxTitleLength
    ? characters.join('')
    : `${characters.slice(0, maxTitleLength - 1).join('')}…`;
}
