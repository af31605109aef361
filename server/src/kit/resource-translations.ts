import { createTranslator, type Translate } from '@kaike/shared/kit/wording';
import type { Call } from '../core/call.ts';
import type { Resource } from './behaviour.ts';

/** The translator for what is said about a resource: its own words, where it brings some, before those of the product. */
export function resourceTranslator(
  { t, locale }: Pick<Call, 't' | 'locale'>,
  { words }: Pick<Resource, 'words'>,
): Translate {
  if (!words) return t;
  const own = createTranslator({ locale, catalogues: [words(locale)] });
  return (key, params) => {
    const text = own(key, params);
    return text === key ? t(key, params) : text;
  };
}
