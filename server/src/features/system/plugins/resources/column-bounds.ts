import type { FieldKind } from '@kaike/shared/kit/field';

/** Characters that a text of a resource may have, in the form and in the table: of a list, each of its texts. */
export const longest: Partial<Record<FieldKind, number>> = { text: 500, email: 254, long_text: 10_000, tags: 50 };

/** Texts that a list of them may have. */
export const mostTags = 30;
