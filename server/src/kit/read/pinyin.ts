/** Pinyin syllables of a text; non-Chinese text is kept, without punctuation. With `isPerson` the text begins with a surname, some of which have a special reading. */
export async function syllablesOf(text: string, isPerson = false): Promise<string[]> {
  const { pinyin } = await import('pinyin-pro');
  return pinyin(text, {
    toneType: 'none',
    type: 'array',
    v: true,
    ...(isPerson ? { surname: 'head' as const } : {}),
  }).map((one) => one.toLowerCase().replace(/[^a-z\d]/g, ''));
}

/** The search key of a name: initials first, for short keywords, then full pinyin. */
export async function nameKey(name: string, isPerson: boolean): Promise<string> {
  const syllables = await syllablesOf(name, isPerson);
  return `${syllables.map((one) => one.slice(0, 1)).join('')} ${syllables.join('')}`.trim();
}
