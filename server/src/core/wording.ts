import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { defaultLocale, fallbackChain, locales, type Locale } from '@kaike/shared/locales/languages';
import {
  createTranslator,
  mergeCatalogues,
  wordingKeys,
  type Catalogue,
  type Translate,
} from '@kaike/shared/kit/wording';
import { findProjectRoot } from '../project-root.ts';

const ownFolder = join(findProjectRoot(), 'shared', 'src', 'locales');

/** All texts of a language, without its fallbacks. */
export function loadCatalogue(locale: Locale, folder = ownFolder): Catalogue {
  const path = join(folder, locale);
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return mergeCatalogues(files.map((file) => JSON.parse(readFileSync(join(path, file), 'utf8')) as Catalogue));
}

/** The value of each language, made when first needed. */
function perLocale<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const values = new Map<Locale, T>();
  return (locale) => {
    const cached = values.get(locale) ?? make(locale);
    values.set(locale, cached);
    return cached;
  };
}

/** Translators with the wording of a folder; a language's fallbacks have the words it lacks. */
export function loadTranslators(folder: string): (locale: Locale) => Translate {
  const catalogueOf = perLocale((locale) => loadCatalogue(locale, folder));
  return perLocale((locale) =>
    createTranslator({ locale, catalogues: fallbackChain(locale).map((one) => catalogueOf(one)) }),
  );
}

/** The wording of a language with its fallback languages; the same files the browser loads. */
export const translatorOf = loadTranslators(ownFolder);

/** The translators of all languages, the reader's first. */
export const everyTranslator = (reader: Translate): Translate[] => [
  ...new Set([reader, ...locales.map((locale) => translatorOf(locale))]),
];

/** The translation of each shipped text into a language. */
const shippedPairs = perLocale((locale) => {
  if (locale === defaultLocale) return new Map<string, string>();
  const [original, t] = [translatorOf(defaultLocale), translatorOf(locale)];
  const keys = wordingKeys(loadCatalogue(defaultLocale)).filter((key) => key.startsWith('shipped.'));
  return new Map(keys.map((key) => [original(key), t(key)]));
});

/**
 * A text of a row in the reader's language, if a new school comes with it and has not changed it. What a school writes
 * stays in the language it was written in.
 */
export const shippedText = (text: string, locale: Locale): string => shippedPairs(locale).get(text) ?? text;

/** The stored texts that readers of a language see with this keyword in them. */
export const shippedTextsWith = (keyword: string, locale: Locale): string[] =>
  [...shippedPairs(locale)].flatMap(([stored, translation]) =>
    translation.toLowerCase().includes(keyword.toLowerCase()) ? [stored] : [],
  );

export const isLocale = (text: string | null | undefined): text is Locale => locales.some((locale) => locale === text);

/** Language and script of a tag, such as `zh-Hant` for Hong Kong; null for what is no tag. */
function scriptOf(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script ?? ''}`;
  } catch {
    return null; // `*`, or no language tag at all
  }
}

const localeByScript = new Map(locales.map((locale) => [scriptOf(locale), locale]));

/** More than browsers send; a header of thousands must not cost their parsing. */
const acceptedRanges = 20;

/** The first language of an Accept-Language header, by its weights, that there is wording for; otherwise the default. */
function readAccepted(header: string): Locale {
  const ranges = header.split(',', acceptedRanges).map((range) => {
    const [tag = '', weight = ''] = range.split(';').map((part) => part.trim());
    return { script: scriptOf(tag), weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 1) };
  });
  for (const { script } of ranges.toSorted((a, b) => b.weight - a.weight)) {
    const locale = localeByScript.get(script);
    if (locale) return locale;
  }
  return defaultLocale;
}

/** Browsers send the same few headers, and reading one costs more than finding a public page that is kept. */
const acceptedLocales = new LRUCache<string, Locale>({ max: 500, memoMethod: readAccepted });
/** Longer than any browser's; kept, they could fill the server's memory. */
const maxKeptHeader = 200;

const acceptedLocale = (header: string): Locale =>
  header.length > maxKeptHeader ? readAccepted(header) : acceptedLocales.memo(header);

/** The reader's language: header, cookie, then the browser's preference. */
export function localeOf(sources: {
  header?: unknown;
  cookie?: string | undefined;
  accept?: string | undefined;
}): Locale {
  const header = typeof sources.header === 'string' ? sources.header : undefined;
  if (isLocale(header)) return header;
  if (isLocale(sources.cookie)) return sources.cookie;
  return acceptedLocale(sources.accept ?? '');
}
