import type { CefrLevel } from '@kaike/shared/domain/people/people';

/** A mistake that speakers of Mandarin make. Its examples are its test. */
export type MistakeRule = {
  /** For good: mistakes are counted by it. */
  code: string;
  kind: 'grammar' | 'word';
  /** Patterns (`pattern.ts`); the first that fits counts. */
  match: readonly string[];
  /** What belongs in the place of the span, one for each pattern, or one for all. */
  fix: readonly string[];
  /** Words without which, or with which, the sentence is left alone. */
  with?: string;
  without?: string;
  question?: boolean;
  /** Of little use below this level. */
  from?: CefrLevel;
  zh: string;
  en: string;
  /** Three sentences each, separated by bars. */
  wrong: string;
  right: string;
};
