import { useEffect, useMemo, useState } from 'react';
import { fallbackLocale, locales, type Locale } from '@kaike/shared/domain/constants';
import { createTranslator, type Catalogue, type Translate } from '@kaike/shared/kit/wording';
import { loadChunk } from '../app/load-chunk.ts';
import { useWording } from '../app/wording.ts';

type Loaders = Partial<Record<Locale, () => Promise<{ default: Catalogue }>>>;

export type PartWords = { load: () => Promise<void>; useT: () => Translate };

/** The words of a part that comes late, in a chunk of their own; the words of the area stand behind them. */
export function partWords(loaders: Loaders): PartWords {
  const loaded = new Map<Locale, Catalogue>();
  const loadOne = async (locale: Locale): Promise<void> => {
    const load = loaders[locale];
    if (load && !loaded.has(locale)) loaded.set(locale, (await loadChunk(load)).default);
  };
  const load = async (): Promise<void> => {
    const { locale } = useWording.getState();
    await Promise.all(locales.filter((one) => one === locale || one === fallbackLocale).map(loadOne));
  };
  const useT = (): Translate => {
    const { locale, t } = useWording();
    const [count, setCount] = useState(loaded.size);
    useEffect(() => void load().then(() => setCount(loaded.size), () => undefined), [locale]); // Without them the fallback speaks.
    return useMemo(() => {
      const own = createTranslator({ locale, catalogues: [locale, fallbackLocale].slice(0, count + 1).map((one) => loaded.get(one) ?? {}) });
      return (key, params) => {
        const text = own(key, params);
        return text === key ? t(key, params) : text;
      };
    }, [locale, t, count]);
  };
  return { load, useT };
}
