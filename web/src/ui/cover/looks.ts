import { pickBySeed } from '@kaike/shared/domain/catalog/covers/seeded-random';
import type { CoverColor } from '@kaike/shared/domain/catalog/covers/cover-colors';
import { coverColorNames } from '@kaike/shared/domain/catalog/covers/cover-style';

/** Hair as two outlines in a square of 120: behind the head and over the brow. */
export const hairs = {
  long: [
    'M31 52C28 24 44 13 60 13c17 0 33 11 30 40 1 18 1 34 6 48-9 6-19 4-22-2H46c-3 6-13 8-22 2 5-14 6-30 7-49z',
    'M37 56C34 34 45 22 60 22c15 0 26 11 23 34-2-9-6-15-12-19-9 5-27 4-34 19z',
  ],
  bob: [
    'M31 48C30 24 45 14 60 14s30 10 29 34c1 13 2 24-2 34-6 5-14 3-16-3H49c-2 6-10 8-16 3-4-10-3-21-2-34z',
    'M36 51C34 32 46 21 60 21s26 11 24 30c-7-4-14-5-24-5s-17 1-24 5z',
  ],
  bun: [
    'M60 2a12 12 0 0 1 9 20H51A12 12 0 0 1 60 2z',
    'M36 54C33 32 46 20 60 20s27 12 24 34c-2-10-8-17-17-20-3 3-12 4-16 4-8 2-13 8-15 16z',
  ],
  wavy: [
    'M32 46C29 22 45 12 60 12s31 10 28 34c8 6 3 15 7 23 5 10-1 17 3 28-7 8-18 6-21-2H43c-3 8-14 10-21 2 4-11-2-18 3-28 4-8-1-17 7-23z',
    'M37 57C33 36 44 23 60 22c-1 12-10 17-16 22-4 3-6 8-7 13zM83 57c4-21-7-34-23-35 1 12 10 17 16 22 4 3 6 8 7 13z',
  ],
  tail: [
    'M74 22c16-1 26 10 27 26 1 14-1 26-3 38-2 8-12 8-13 0-1-12 1-20-3-30z',
    'M36 54C33 32 45 20 60 20s27 12 24 34c-2-7-5-12-9-15-12 2-22-1-27-6-6 5-10 12-12 21z',
  ],
  side: [
    'M36 56c-5-20 4-36 24-36s29 16 24 36z',
    'M35 54c-4-14-2-26 10-31 12-8 32-6 39 8 3 7 2 16 1 22-2-6-3-10-5-13-13 2-26 1-33-4-6 4-9 9-12 18z',
  ],
  crew: ['', 'M36 52c-3-20 8-32 24-32s27 12 24 32c-1-6-3-11-6-15-11-4-25-4-36 0-3 4-5 9-6 15z'],
  quiff: [
    '',
    'M36 54c-5-13-2-24 6-29-1-3 4-9 12-8 12-5 28 1 31 14 3 8 1 17-1 23-1-6-3-12-6-15-8 3-14-4-22-1-9 2-16 4-20 16z',
  ],
} as const;
export type Hair = keyof typeof hairs;

const women: readonly Hair[] = ['long', 'bob', 'bun', 'wavy', 'tail'];
const men: readonly Hair[] = ['side', 'crew', 'quiff'];
const clothes = ['plain', 'shirt', 'blazer', 'collar', 'hood'] as const;
export type Clothes = (typeof clothes)[number];
const skins = ['#f6d9c2', '#f2cdb0', '#e9bd9a'] as const;
/** Mostly black, as names of this school's people are. */
const tones = ['#23242c', '#23242c', '#23242c', '#4a3024'] as const;
/** Of names with a dot, which are foreign. */
const otherTones = ['#4a3024', '#7d4a2c', '#a5552e', '#c99b5b'] as const;

export type FaceFeatures = {
  hair: Hair;
  clothes: Clothes;
  skin: string;
  tone: string;
  color: CoverColor;
  glasses: boolean;
  beard: boolean;
};

/** As stored with people: 1 men, 2 women, else not known. */
export type FaceGender = number;

/** What a person looks like follows from the name; it never changes. */
export function lookOf(name: string, gender: FaceGender): FaceFeatures {
  const of = <T>(purpose: string, list: readonly T[]): T => pickBySeed(name, purpose, list);
  const isForeign = /[·A-Za-z]/.test(name);
  return {
    hair: of('hair', gender === 1 ? men : gender === 2 ? women : [...women, ...men]),
    clothes: of('clothes', clothes),
    skin: of('skin', skins),
    tone: of('tone', isForeign ? otherTones : tones),
    color: of('page', coverColorNames),
    glasses: of('glasses', [true, false, false]),
    beard: gender === 1 && isForeign && of('beard', [true, false]),
  };
}
