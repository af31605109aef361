import { create } from 'zustand';
import { catalogues } from 'virtual:wording';
import { defaultLocale, locales, longCookieDays, type Locale } from '@kaike/shared/domain/constants';
import { createTranslator, mergeCatalogues, type Catalogue, type Translate } from '@kaike/shared/kit/wording';
import type { WordingGroup } from '@kaike/shared/locales/groups';
import { readCookie, writeCookie } from '../api/cookies.ts';
import { loadChunk } from './load-chunk.ts';

type Store = { locale: Locale; t: Translate };

const storageKey = 'language';
const loaded = new Map<string, Catalogue>();
const groups = new Set<WordingGroup>();

const isLocale = (text: string | null): text is Locale => locales.some((locale) => locale === text);

/** The reader's choice: storage, cookie, else the default. */
export function selectedLocale(): Locale {
  const stored = localStorage.getItem(storageKey) ?? readCookie('Language');
  return isLocale(stored) ? stored : defaultLocale;
}

async function loadOne(locale: Locale, group: WordingGroup): Promise<void> {
  const key = `${locale}/${group}`;
  const load = catalogues[key];
  if (loaded.has(key) || !load) return;
  loaded.set(key, (await loadChunk(load)).default);
}

function catalogueOf(locale: Locale): Catalogue {
  const parts = [...groups].map((group) => loaded.get(`${locale}/${group}`));
  return mergeCatalogues(parts.filter((part) => part !== undefined));
}

export const useWording = create<Store>(() => ({ locale: defaultLocale, t: (key) => key }));

/** The translator of the reader's language; a page re-renders when the language changes. */
export const useT = (): Translate => useWording((state) => state.t);
export const useLocale = (): Locale => useWording((state) => state.locale);
/** The translator outside React. */
export const translate: Translate = (key, params) => useWording.getState().t(key, params);

function apply(locale: Locale): void {
  const { documentElement } = document;
  for (const other of locales) documentElement.classList.toggle(`lang-${other}`, other === locale);
  documentElement.lang = locale;
  useWording.setState({ locale, t: createTranslator({ locale, catalogues: [catalogueOf(locale)] }) });
}

/** Loads the catalogue of an area in the reader's language; the build put the words of its fallbacks into it. */
export async function loadWording(group: WordingGroup): Promise<void> {
  if (groups.has(group) && loaded.has(`${selectedLocale()}/${group}`)) return;
  groups.add(group);
  const locale = selectedLocale();
  await loadOne(locale, group);
  apply(locale);
}

/** Switches the language: storage, cookie, page attribute and class, files on demand. */
export async function switchLocale(locale: Locale): Promise<void> {
  await Promise.all([...groups].map((group) => loadOne(locale, group)));
  localStorage.setItem(storageKey, locale);
  writeCookie('Language', locale, longCookieDays);
  apply(locale);
}
