/** Kinds of mistakes that a chat service may name; those of the rules have codes of their own. */
export const modelKinds = ['article', 'tense', 'verb', 'preposition', 'noun', 'word', 'order', 'other'] as const;

/** How the code of a correction begins that a chat service wrote. */
export const modelCodePrefix = 'ai_';

export const modelCodeOf = (kind: string): string =>
  `${modelCodePrefix}${modelKinds.find((one) => one === kind) ?? 'other'}`;

/** Whether a correction was written by a chat service, which the page says. */
export const isModelCode = (code: string): boolean => code.startsWith(modelCodePrefix);
