export type RuleContext = {
  /** All values of the form, for rules that depend on another field. */
  readonly values: Record<string, unknown>;
  /** With `number`, `min` and `max` compare the value; otherwise they count characters. */
  readonly type?: 'number' | 'string';
};

export type Check = (value: unknown, context: RuleContext) => boolean;

export type Rule = {
  /** Parameter names for wording, in order; the last one takes all remaining parameters. */
  readonly params?: readonly string[];
  /** The least and the most parameters; unless set, exactly those named in `params`. */
  readonly counts?: readonly [least: number, most: number];
  /** Parameters when the rule has none. */
  readonly defaults?: readonly string[];
  /** Everything after the colon is one parameter, commas included. */
  readonly raw?: true;
  /** Checks an array as one value; other rules check each item. */
  readonly whole?: true;
  /** Also checks empty values. */
  readonly presence?: true;
  /** The rule used instead when the value is a number. */
  readonly numeric?: string;
  /** Builds the check when rules are parsed, so that an invalid parameter fails early. */
  readonly make: (params: readonly string[]) => Check;
};

/** The value as text, or null when it is neither text nor a finite number. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

/** The value as a number in plain decimal notation, or null. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : null;
}

/** The numeric parameter at that index; throws when it is missing or not a number. */
export function numberParam(params: readonly string[], index: number): number {
  const number = numberOf(params[index]);
  if (number === null) throw new Error(`Rule parameter ${index + 1} must be a number: "${params.join(',')}"`);
  return number;
}

/** The whole number, zero or more, at that index; throws when it is missing or anything else. */
export function countParam(params: readonly string[], index: number): number {
  const number = numberParam(params, index);
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`Rule parameter ${index + 1} must be a whole number: "${params.join(',')}"`);
  return number;
}

/** The bounds at the first two indexes; throws when one is not a number or the first is the greater. */
export function rangeParams(params: readonly string[], read = numberParam): readonly [min: number, max: number] {
  const [min, max] = [read(params, 0), read(params, 1)];
  if (min > max) throw new Error(`Rule parameters must be in order: "${params.join(',')}"`);
  return [min, max];
}

/** Characters as people count them: code points, as PostgreSQL does. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A rule that tests text and has no parameters. */
export const textRule = (test: (text: string) => boolean): Rule => ({
  make: () => (value) => {
    const text = textOf(value);
    return text !== null && test(text);
  },
});

/** A rule that tests text with a regular expression. */
export const pattern = (expression: RegExp): Rule => textRule((text) => expression.test(text));
