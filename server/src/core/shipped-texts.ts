import { wordingKeys } from '@kaike/shared/kit/wording';
import { defaultLocale, type Locale } from '@kaike/shared/locales/languages';
import { readCatalogue, translatorOf } from './wording.ts';

/** The translation of each shipped text into a language. */
function pairsFor(locale: Locale): Map<string, string> {
  const [original, t] = [translatorOf(defaultLocale), translatorOf(locale)];
  const keys = wordingKeys(readCatalogue(defaultLocale)).filter((key) => key.startsWith('shipped.'));
  return new Map(keys.map((key) => [original(key), t(key)]));
}

const pairs = new Map<Locale, Map<string, string>>();

/**
 * A text of a row in the reader's language, if a new school comes with it and has not changed it. What a school writes
 * stays in the language it was written in.
 */
export function shippedText(text: string, locale: Locale): string {
  if (locale === defaultLocale) return text;
  const translations = pairs.get(locale) ?? pairsFor(locale);
  pairs.set(locale, translations);
  return translations.get(text) ?? text;
}
