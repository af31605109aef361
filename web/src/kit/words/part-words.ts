import { useEffect, useMemo, useState } from 'react';
import { fallbackChain, fallbackLocale, type Locale } from '@kaike/shared/domain/constants';
import { createTranslator, type Catalogue, type Translate } from '@kaike/shared/kit/wording';
import { loadChunk } from '../../app/load-chunk.ts';
import { useWording } from '../../app/wording.ts';

type Loaders = Partial<Record<Locale, () => Promise<{ default: Catalogue }>>>;

export type PartWords = { load: () => Promise<void>; useT: () => Translate };

/** The wording of a part that loads on demand, in its own chunk, in the user's language or, where the part lacks it, the next fallback; the area's wording is the last fallback. */
export function partWords(loaders: Loaders): PartWords {
  const loaded = new Map<Locale, Catalogue>();
  // A part's catalogue is complete in each language it has.
  const closestLocale = (locale: Locale): Locale => fallbackChain(locale).find((one) => loaders[one]) ?? fallbackLocale;
  const load = async (): Promise<void> => {
    const locale = closestLocale(useWording.getState().locale);
    const loader = loaders[locale];
    if (loader && !loaded.has(locale)) loaded.set(locale, (await loadChunk(loader)).default);
  };
  const useT = (): Translate => {
    const { locale, t } = useWording();
    const [, setCount] = useState(loaded.size);
    const [isLost, setIsLost] = useState(false);
    useEffect(
      () =>
        void load().then(
          () => setCount(loaded.size),
          () => setIsLost(true),
        ),
      [locale],
    ); // On failure the area's wording is used.
    const words = loaded.get(closestLocale(locale));
    return useMemo(() => {
      const own = createTranslator({ locale: closestLocale(locale), catalogues: [words ?? {}] });
      return (key, params) => {
        const text = own(key, params);
        if (text !== key) return text;
        const common = t(key, params);
        // Shows nothing rather than a key while the wording loads.
        return common === key && !words && !isLost ? '' : common;
      };
    }, [locale, t, words, isLost]);
  };
  return { load, useT };
}
