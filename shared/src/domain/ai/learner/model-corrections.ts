/** Kinds of mistakes that a chat service may name; those of the rules have codes of their own. */
export const modelKinds = ['article', 'tense', 'verb', 'preposition', 'noun', 'word', 'order', 'other'] as const;

const prefix = 'ai_';

export const modelCodeOf = (kind: string): string => `${prefix}${modelKinds.find((one) => one === kind) ?? 'other'}`;

/** Whether a correction was written by a chat service, which the page says. */
export const isModelCode = (code: string): boolean => code.startsWith(prefix);
