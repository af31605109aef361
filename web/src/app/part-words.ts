import { useEffect, useMemo, useState } from 'react';
import type { Locale } from '@kaike/shared/locales/languages';
import { createTranslator, type Catalogue, type Translate } from '@kaike/shared/kit/wording';
import { loadChunk } from './loading/load-chunk.ts';
import { selectedLocale, useWording } from './wording.ts';

type Loaders = Partial<Record<Locale, () => Promise<{ default: Catalogue }>>>;

export type PartWords = { load: () => Promise<void>; useT: () => Translate };

/** The wording of a part that loads on demand, in its own chunk; the area's wording is its fallback. Get it from `virtual:words/<catalogue file>`. */
export function partWords(loaders: Loaders): PartWords {
  const loaded = new Map<Locale, Catalogue>();
  const loadIn = async (locale: Locale): Promise<void> => {
    const loader = loaders[locale];
    if (loader && !loaded.has(locale)) loaded.set(locale, (await loadChunk(loader)).default);
  };
  const useT = (): Translate => {
    const { locale, t } = useWording();
    const [, setCount] = useState(loaded.size);
    const [isLost, setIsLost] = useState(false);
    useEffect(
      () =>
        void loadIn(locale).then(
          () => setCount(loaded.size),
          () => setIsLost(true),
        ),
      [locale],
    ); // On failure the area's wording is used.
    const words = loaded.get(locale);
    return useMemo(() => {
      const own = createTranslator({ locale, catalogues: [words ?? {}] });
      return (key, params) => {
        const text = own(key, params);
        if (text !== key) return text;
        const common = t(key, params);
        // Shows nothing rather than a key while the wording loads.
        return common === key && !words && !isLost ? '' : common;
      };
    }, [locale, t, words, isLost]);
  };
  // A page loads together with its area, before the wording is in the reader's language.
  return { load: () => loadIn(selectedLocale()), useT };
}
