import { ConverterFactory, type DictLike } from 'opencc-js/core';
import { from, to } from 'opencc-js/preset/t2cn';
import type { Locale } from '@kaike/shared/locales/languages';

type Convert = (text: string) => string;

const entriesOf = (list: DictLike): [string, string][] =>
  typeof list === 'string'
    ? list.split('|').map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)])
    : list.map(([from, to]) => [from, to]);

/**
 * By characters, and by the phrases in which they are written in another way than alone. Of 49,000 phrases four in five say
 * what their characters say: with them a process would hold 34 MB more. Words stay as they are: in a restaurant a 菜单 is no 選單.
 */
async function createConverter(): Promise<Convert> {
  const traditional = await import('opencc-js/preset/cn2t');
  const [phrases = '', characters = ''] = traditional.from['cn']?.flat() ?? [];
  const byCharacter = new Map(entriesOf(characters));
  const irregular = entriesOf(phrases).filter(
    ([simplified, traditional]) =>
      [...simplified].map((character) => byCharacter.get(character) ?? character).join('') !== traditional,
  );
  return ConverterFactory([irregular, characters], ...(traditional.to['tw'] ?? []));
}

let converter: Promise<Convert> | null = null;
const asItIs: Convert = (text) => text;

/** How Chinese is written for this reader. What is Traditional already stays as it is; the dictionary is read when first needed. */
export const chineseFor = async (locale: Locale): Promise<Convert> =>
  locale === 'zh-TW' ? (converter ??= createConverter()) : asItIs;

/** Fields of answers that are Chinese in whatever language the page is. */
const chineseFields: ReadonlySet<string> = new Set(['zh', 'gloss', 'translation', 'task']);

function rewrite(value: unknown, convert: Convert): void {
  if (Array.isArray(value)) for (const one of value) rewrite(one, convert);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      if (typeof inner === 'string' && chineseFields.has(key)) Object.assign(value, { [key]: convert(inner) });
      else rewrite(inner, convert);
}

/** The same data with the Chinese help for learners, which is stored in Simplified Chinese, in the reader's script. */
export async function inReadersScript<T>(locale: Locale, data: T): Promise<T> {
  const convert = await chineseFor(locale);
  if (convert === asItIs) return data;
  // Lines of shipped scenes are shared by all readers.
  const copy = structuredClone(data);
  rewrite(copy, convert);
  return copy;
}

/** A handler whose answer is in the reader's script. */
export const readable =
  <C extends { locale: Locale }, T>(handler: (call: C) => Promise<T>) =>
  async (call: C): Promise<T> =>
    inReadersScript(call.locale, await handler(call));

/** By characters alone. */
function createSimplifier(): Convert {
  const byCharacter = [...(from['tw'] ?? []), ...(to['cn'] ?? [])].map((dictionaries) => dictionaries.slice(-1));
  return ConverterFactory(...byCharacter);
}

let simplifier: Convert | null = null;

/** What may stand in stored Chinese for this text of a search: itself, and itself in Simplified characters. */
export function spellingsOf(text: string): string[] {
  if (!/\p{Script=Han}/u.test(text)) return [text];
  simplifier ??= createSimplifier();
  return [...new Set([text, simplifier(text)])];
}
