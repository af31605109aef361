/** What a language calls itself, and the language whose words fill its gaps. */
type Language = { name: string; fallback?: string };

/** The languages in the order of choices; each is an entry here and a folder of catalogues beside this file. */
export const languages = {
  'zh-CN': { name: '简体中文', fallback: 'en' },
  en: { name: 'English' },
  // A reader of one Chinese script gets the other before English.
  'zh-TW': { name: '繁體中文', fallback: 'zh-CN' },
} as const satisfies Record<string, Language>;

export type Locale = keyof typeof languages;
export const locales = Object.keys(languages) as Locale[];
/** The source language. */
export const defaultLocale: Locale = 'zh-CN';

/** A value of every language. */
export const inEachLanguage = <T>(value: (locale: Locale) => T): Record<Locale, T> =>
  Object.fromEntries(locales.map((locale) => [locale, value(locale)])) as Record<Locale, T>;

/** Languages searched for a wording, in order. */
export function fallbackChain(locale: Locale): readonly Locale[] {
  const language: { name: string; fallback?: Locale } = languages[locale];
  return [locale, ...(language.fallback ? fallbackChain(language.fallback) : [])];
}
