import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Locale } from '@kaike/shared/locales/languages';
import { createTranslator, type Catalogue, type Translate } from '@kaike/shared/kit/wording';
import { loadChunk } from './loading/load-chunk.ts';
import { selectedLocale, useWording } from './wording.ts';

type Loaders = Readonly<Record<Locale, () => Promise<{ default: Catalogue }>>>;
const missing: Catalogue = {};

export type PartWords = { load: () => Promise<void>; useT: () => Translate };

/** The wording of a part that loads on demand, in its own chunk; the area's wording is its fallback. Get it from `virtual:locale/<catalogue file>`. */
export function partWords(loaders: Loaders): PartWords {
  const useLoaded = create<Partial<Record<Locale, Catalogue>>>(() => ({}));
  const load = async (locale: Locale): Promise<void> => {
    const catalogue = (): Catalogue => useLoaded.getState()[locale] ?? missing;
    if (catalogue() !== missing) return;
    const loaded = await loadChunk(loaders[locale]).then((module) => module.default, catalogue);
    useLoaded.setState({ [locale]: loaded });
  };
  const useT = (): Translate => {
    const { locale, t } = useWording();
    const words = useLoaded((loaded) => loaded[locale]);
    useEffect(() => void load(locale), [locale]);
    return useMemo(() => {
      const own = createTranslator({ locale, catalogues: [words ?? missing] });
      return (key, params) => {
        const text = own(key, params);
        if (text !== key) return text;
        const common = t(key, params);
        // Shows nothing rather than a key while the wording loads.
        return common === key && !words ? '' : common;
      };
    }, [locale, t, words]);
  };
  // A page loads together with its area, before the wording is in the reader's language. Without its words, it tries again to load them.
  return { load: () => load(selectedLocale()), useT };
}
