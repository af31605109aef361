import { create } from 'zustand';
import { catalogues } from 'virtual:wording';
import { defaultLocale, fallbackChain, locales, longCookieDays, type Locale } from '@kaike/shared/domain/constants';
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

function translatorFor(locale: Locale): Translate {
  return createTranslator({ locale, catalogues: fallbackChain(locale).map(catalogueOf) });
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
  useWording.setState({ locale, t: translatorFor(locale) });
}

/** The locales needed before anything is shown: the back office is not fully translated, so its fallback loads with it. */
const neededFirst = (locale: Locale, group: WordingGroup): readonly Locale[] =>
  fallbackChain(locale).slice(0, group === 'admin' && locale === 'zh-TW' ? 2 : 1);

const loadNeeded = (locale: Locale, group: WordingGroup) =>
  Promise.all(neededFirst(locale, group).map((one) => loadOne(one, group)));

/** Fallback languages load when the browser is idle. */
function loadFallbackLater(locale: Locale, group: WordingGroup): void {
  const rest = fallbackChain(locale).slice(neededFirst(locale, group).length);
  if (rest.length === 0) return;
  const whenIdle =
    'requestIdleCallback' in window ? window.requestIdleCallback : (work: () => void) => setTimeout(work, 2000);
  whenIdle(
    () =>
      void Promise.all(rest.map((one) => loadOne(one, group))).then(
        () => apply(useWording.getState().locale),
        () => undefined,
      ),
  ); // A missing fallback shows keys.
}

/** Loads the catalogues of an area in the reader's language. */
export async function loadWording(group: WordingGroup): Promise<void> {
  if (groups.has(group) && loaded.has(`${selectedLocale()}/${group}`)) return;
  groups.add(group);
  const locale = selectedLocale();
  await loadNeeded(locale, group);
  apply(locale);
  loadFallbackLater(locale, group);
}

/** Switches the language: storage, cookie, page attribute and class, files on demand. */
export async function switchLocale(locale: Locale): Promise<void> {
  await Promise.all([...groups].map((group) => loadNeeded(locale, group)));
  localStorage.setItem(storageKey, locale);
  writeCookie('Language', locale, longCookieDays);
  apply(locale);
}
