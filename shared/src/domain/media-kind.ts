import { choicesOf, type ValueIn } from './status.ts';

/** What a file of the library is, as its name promises and its probe has proved. */
export const mediaKind = { video: 1, sound: 2 } as const;
export type MediaKind = ValueIn<typeof mediaKind>;
export const mediaKindChoices = choicesOf(mediaKind, { video: 'primary', sound: 'info' });
