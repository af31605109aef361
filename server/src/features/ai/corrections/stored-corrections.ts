import type { Correction } from '@kaike/shared/contracts/ai/ai-messages';

/** A correction as it is stored with the words it is of. */
export type StoredCorrection = {
  code: string;
  from: number;
  to: number;
  span: string;
  fix: string;
  /** The reason in Chinese and English. */
  why: string;
  why_en: string;
};

export const isStored = (value: unknown): value is StoredCorrection =>
  typeof value === 'object' && value !== null && 'code' in value && 'from' in value && 'to' in value && 'fix' in value;

/** The corrections of a message; what older talks stored without a place is left out. */
export const parseCorrections = (stored: unknown): Correction[] =>
  (Array.isArray(stored) ? stored.filter(isStored) : []).map(({ code, from, to, fix, why, why_en }) => ({
    code,
    from,
    to,
    fix,
    reason: { zh: why, en: why_en },
  }));

/** The words with everything corrected. */
export function withFixes(text: string, corrections: readonly Pick<Correction, 'from' | 'to' | 'fix'>[]): string {
  const fixed = corrections
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, { from, to, fix }) => result.slice(0, from) + fix + result.slice(to), text);
  return fixed
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.!?])/g, '$1')
    .trim();
}
