import { maskContacts } from '../moderation/public.ts';
import { hasChineseName, lookUp } from '../talk/public.ts';

/** Who speaks in a case. */
const somebody = 'Sam';

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Whether a word with a capital may be a name: one that the glossary has as a name or, within a sentence, does not know. */
async function isName(word: string, isFirst: boolean): Promise<boolean> {
  if (/^\p{Lu}{1,6}$/u.test(word)) return false;
  const entry = await lookUp(word.toLowerCase().replace(/['’]s?$/, ''));
  return entry ? /人名|姓氏/.test(entry.gloss) : !isFirst;
}

/** Words of a learner without contacts and without names: those of the account, and those that look like one. */
export async function hideNames(text: string, own: readonly string[]): Promise<string> {
  let line = maskContacts(text);
  for (const name of own.filter(Boolean)) line = line.replaceAll(new RegExp(escaped(name), 'giu'), somebody);
  if (hasChineseName(line)) line = line.replaceAll(/\p{Script=Han}/gu, '*');
  const words = [...line.matchAll(/(?<![\p{L}'’])\p{Lu}[\p{Script=Latin}'’-]*/gu)];
  for (const { 0: word, index } of words.toReversed()) {
    const isFirst = /(?:^|[.!?]\s*["“]?)$/.test(line.slice(0, index).trimEnd());
    if (word !== somebody && (await isName(word, isFirst)))
      line = line.slice(0, index) + somebody + line.slice(index + word.length);
  }
  return line;
}
