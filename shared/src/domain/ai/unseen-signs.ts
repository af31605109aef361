/**
 * Signs that nobody sees: of no width, for another direction of writing, and tags. A joiner between two pictographs is part
 * of an emoji and stays. Written without a look behind, which older Safari cannot read.
 */
const unseen =
  /(\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})*\u200D(?=\p{Extended_Pictographic}))|[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** The text as people see it. Pasted texts often hold such signs; in others they hide what is said. */
export const removeUnseen = (text: string): string => text.replace(unseen, (_sign, joined?: string) => joined ?? '');
