import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultLocale, fallbackChain, locales, type Locale } from '@kaike/shared/domain/constants';
import { createTranslator, mergeCatalogues, type Catalogue, type Translate } from '@kaike/shared/kit/wording';
import { findProjectRoot } from '../project-root.ts';

const folder = join(findProjectRoot(), 'shared', 'src', 'locales');

function readCatalogue(path: string): Catalogue {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return mergeCatalogues(files.map((file) => JSON.parse(readFileSync(join(path, file), 'utf8')) as Catalogue));
}

const catalogues = new Map<Locale, Catalogue>();
const translators = new Map<Locale, Translate>();

function catalogueOf(locale: Locale): Catalogue {
  const cached = catalogues.get(locale);
  if (cached) return cached;
  const read = readCatalogue(join(folder, locale));
  catalogues.set(locale, read);
  return read;
}

/** The wording of a language with its fallback languages; the same files the browser loads. */
export function translatorOf(locale: Locale): Translate {
  const cached = translators.get(locale);
  if (cached) return cached;
  const translator = createTranslator({ locale, catalogues: fallbackChain(locale).map(catalogueOf) });
  translators.set(locale, translator);
  return translator;
}

const isLocale = (text: string | undefined): text is Locale => locales.some((locale) => locale === text);

/** The reader's language: header, cookie, then the browser's preference. */
export function localeOf(sources: {
  header?: unknown;
  cookie?: string | undefined;
  accept?: string | undefined;
}): Locale {
  const header = typeof sources.header === 'string' ? sources.header : undefined;
  if (isLocale(header)) return header;
  if (isLocale(sources.cookie)) return sources.cookie;
  const accepted = (sources.accept ?? '').split(',').map((part) => part.split(';')[0]?.trim());
  return locales.find((locale) => accepted.includes(locale)) ?? defaultLocale;
}
