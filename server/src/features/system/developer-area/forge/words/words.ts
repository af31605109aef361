import type { DraftWords, FieldDraft, ResourceDraft } from '@kaike/shared/domain/system/forge/draft';
import { inEachLanguage, locales, type Locale } from '@kaike/shared/locales/languages';
import { translatorOf } from '../../../../../core/wording.ts';

/** The name that the words of all resources have for a field, in every language; null when one has none. */
export function commonWords(key: string): DraftWords | null {
  const name = `fields.${key}`;
  const words = inEachLanguage((locale) => translatorOf(locale)(name));
  return Object.values(words).includes(name) ? null : words;
}

/** Whether a field is called what it is called everywhere, so that its own words would be read by nobody. */
export function isCommonlyNamed({ key, words }: FieldDraft): boolean {
  const common = commonWords(key);
  return common !== null && locales.every((locale) => words[locale] === '' || words[locale] === common[locale]);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function unitOf({ words, units }: ResourceDraft, locale: Locale): string {
  if (units[locale] === '') return '';
  if (locale !== 'en') return `{count} ${units[locale]}`;
  return `{count, plural, =1 {1 ${units.en}} other {# ${lowerFirst(words.en)}}}`;
}

const filled = <T extends object>(key: string, part: T): Record<string, T> =>
  Object.keys(part).length > 0 ? { [key]: part } : {};

const choiceWords = (fields: readonly FieldDraft[], locale: Locale): Record<string, Record<string, string>> =>
  Object.fromEntries(
    fields
      .filter(({ kind }) => kind === 'choice')
      .map(({ key, choices }) => [key, Object.fromEntries(choices.map((one) => [one.key, one.words[locale]]))]),
  );

const fieldWords = (fields: readonly FieldDraft[], locale: Locale): Record<string, string> =>
  Object.fromEntries(fields.filter((one) => !isCommonlyNamed(one)).map(({ key, words }) => [key, words[locale]]));

export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The catalogue of a resource in one language. */
export function printWords(draft: ResourceDraft, locale: Locale): string {
  const { name, words, fields, groups } = draft;
  const own = {
    name: words[locale],
    unit: unitOf(draft, locale),
    fields: fieldWords(fields, locale),
    ...filled('choices', choiceWords(fields, locale)),
    ...filled('groups', Object.fromEntries(groups.map((group) => [group.key, group.words[locale]]))),
  };
  return printJson({ resources: { [name]: own } });
}

type Catalogue = { [key: string]: string | Catalogue };

function inside(parent: Catalogue, key: string): Catalogue {
  const inner = parent[key];
  const next = typeof inner === 'object' ? inner : {};
  parent[key] = next;
  return next;
}

/** A catalogue with empty words for these keys, to be filled in. */
export function addEmptyWords(text: string, keys: readonly string[]): string {
  const catalogue = JSON.parse(text) as Catalogue;
  for (const key of keys) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    path.reduce(inside, catalogue)[last] ??= '';
  }
  return printJson(catalogue);
}

/** A catalogue with the words of one more field. */
export function addFieldWords(
  text: string,
  { name, field, locale }: { name: string; field: FieldDraft; locale: Locale },
): string {
  const catalogue = JSON.parse(text) as Catalogue;
  const own = inside(inside(catalogue, 'resources'), name);
  Object.assign(inside(own, 'fields'), fieldWords([field], locale));
  const choices = choiceWords([field], locale);
  if (Object.keys(choices).length > 0) Object.assign(inside(own, 'choices'), choices);
  return printJson(catalogue);
}
