/** Syllables of a text as they are typed in Latin letters; what is no Chinese stays as it is, without signs. A person's name begins with a surname, some of which are read as nothing else is. */
export async function syllablesOf(text: string, isPerson = false): Promise<string[]> {
  const { pinyin } = await import('pinyin-pro');
  return pinyin(text, {
    toneType: 'none',
    type: 'array',
    v: true,
    ...(isPerson ? { surname: 'head' as const } : {}),
  }).map((one) => one.toLowerCase().replace(/[^a-z\d]/g, ''));
}

/** A name as it is looked for: initials, which a short keyword begins with, then full pinyin. */
export async function nameKey(name: string, isPerson: boolean): Promise<string> {
  const syllables = await syllablesOf(name, isPerson);
  return `${syllables.map((one) => one.slice(0, 1)).join('')} ${syllables.join('')}`.trim();
}
