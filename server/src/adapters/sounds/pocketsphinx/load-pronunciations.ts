import { readFile } from 'node:fs/promises';

/** `word SOUND SOUND`, further pronunciations as `word(2) …`: those of each word, empty for one that is not listed. Read anew each time: it has 3 MB. */
export async function loadPronunciations(file: string, words: readonly string[]): Promise<string[][][]> {
  const listed = new Set(words);
  const pronunciations = new Map<string, string[][]>();
  for (const line of (await readFile(file, 'latin1')).split('\n')) {
    const word = line.slice(0, line.search(/[( ]/));
    if (!listed.has(word)) continue;
    const sounds = line.slice(line.indexOf(' ')).trim().split(/\s+/);
    pronunciations.set(word, [...(pronunciations.get(word) ?? []), sounds]);
  }
  return words.map((word) => pronunciations.get(word) ?? []);
}
