import { choicesOf, type ValueIn } from '../../status.ts';

/** Kind of a media file, indicated by its name and verified by probing it. */
export const mediaKind = { video: 1, sound: 2 } as const;
export type MediaKind = ValueIn<typeof mediaKind>;
export const mediaKindChoices = choicesOf(mediaKind, { video: 'primary', sound: 'info' });
