/** Characters that stand for letters: digits and signs inside of words, and Cyrillic and Greek ones that look the same. */
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  к: 'k',
  і: 'i',
  ѕ: 's',
  α: 'a',
  ο: 'o',
  ε: 'e',
  ι: 'i',
};

/** Nothing that is seen: format characters such as zero-width spaces, and marks above letters. */
const unseen = /[\p{Cf}\p{Mn}\p{Me}\u115f\u1160\u3164\uffa0]/gu;
/** A sign or digit between letters: `sh1t`, `f@ck`. Alone it is itself: `1`, `$5`. */
const withinWord = /(?<=\p{L})[013457@$](?=\p{L})|[аеорсухкіѕαοει]/gu;
/** Single letters with gaps: `k i l l`, `k.i.l.l`, `k-i-l-l`; three or more. */
const spacedLetters = /(?<![\p{L}\p{N}])\p{Script=Latin}(?:[^\p{L}\p{N}]{1,3}\p{Script=Latin}(?![\p{L}\p{N}])){2,}/gu;
/** Gaps between Chinese characters: `自 杀`, `自*杀`. Sentence marks stay, so that two sentences do not become a word. */
const chineseGap = /(?<=\p{Script=Han})[^\p{L}\p{N}，。！？；：、“”‘’（）《》,.!?;:]{1,3}(?=\p{Script=Han})/gu;

/** The text as the word lists read it: one form of each character, no invisible ones, no gaps within words. */
export function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(unseen, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(withinWord, (sign) => lookalikes[sign] ?? sign)
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(spacedLetters, (letters) => letters.replaceAll(/[^\p{L}]/gu, ''))
    .replaceAll(chineseGap, '')
    .replaceAll(/(\p{Script=Latin})\1{2,}/gu, '$1')
    .replaceAll(/\s+/g, ' ');
}
