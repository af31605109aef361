import { create } from 'zustand';
import { catalogues } from 'virtual:wording';
import { longCookieDays } from '@kaike/shared/domain/constants';
import { defaultLocale, locales, type Locale } from '@kaike/shared/locales/languages';
import type { Area } from '@kaike/shared/kit/resource';
import { createTranslator, mergeCatalogues, type Catalogue, type Translate } from '@kaike/shared/kit/wording';
import { findCookie, writeCookie } from '../api/cookies.ts';
import { loadChunk } from './loading/load-chunk.ts';

type Store = { locale: Locale; t: Translate };

const storageKey = 'language';
const loaded = new Map<string, Catalogue>();
const areas = new Set<Area>();

const isLocale = (text: string | null): text is Locale => locales.some((locale) => locale === text);

/** The reader's choice: storage, cookie, else the language in which the server sent the page. */
export function selectedLocale(): Locale {
  const choices = [localStorage.getItem(storageKey), findCookie('Language'), document.documentElement.lang];
  return choices.find(isLocale) ?? defaultLocale;
}

async function loadOne(locale: Locale, area: Area): Promise<void> {
  const key = `${locale}/${area}`;
  if (!loaded.has(key)) loaded.set(key, (await loadChunk(catalogues[area][locale])).default);
}

/** Words that came with an answer, by language and by what they are about. */
const brought = new Map<string, Catalogue>();

function catalogueOf(locale: Locale): Catalogue {
  const parts = [...areas].map((area) => loaded.get(`${locale}/${area}`));
  for (const [key, words] of brought) if (key.startsWith(`${locale}/`)) parts.push(words);
  return mergeCatalogues(parts.filter((part) => part !== undefined));
}

export const useWording = create<Store>(() => ({ locale: defaultLocale, t: (key) => key }));

/** The translator of the reader's language; a page re-renders when the language changes. */
export const useT = (): Translate => useWording((state) => state.t);
export const useLocale = (): Locale => useWording((state) => state.locale);
/** The language of Chinese help on a page of any language: as the server writes it for this reader. */
export const useChineseLang = (): Locale => (useLocale() === 'zh-TW' ? 'zh-TW' : 'zh-CN');
/** The translator outside React. */
export const translate: Translate = (key, params) => useWording.getState().t(key, params);

function apply(locale: Locale): void {
  const { documentElement } = document;
  for (const other of locales) documentElement.classList.toggle(`lang-${other}`, other === locale);
  documentElement.lang = locale;
  useWording.setState({ locale, t: createTranslator({ locale, catalogues: [catalogueOf(locale)] }) });
}

/** Loads the catalogue of an area in the reader's language; the build put the words of its fallbacks into it. */
export async function loadWording(area: Area): Promise<void> {
  if (areas.has(area) && loaded.has(`${selectedLocale()}/${area}`)) return;
  areas.add(area);
  const locale = selectedLocale();
  await loadOne(locale, area);
  apply(locale);
}

/** Adds words that an answer brought in this language. */
export function addWords(locale: Locale, about: string, words: Catalogue): void {
  brought.set(`${locale}/${about}`, words);
  if (useWording.getState().locale === locale) apply(locale);
}

/** Switches the language: storage, cookie, page attribute and class, files on demand. */
export async function switchLocale(locale: Locale): Promise<void> {
  await Promise.all([...areas].map((area) => loadOne(locale, area)));
  localStorage.setItem(storageKey, locale);
  writeCookie('Language', locale, longCookieDays);
  apply(locale);
}
