import { countParam, numberOf, numberParam, pattern, rangeParams, textOf, type Rule } from './rule.ts';

const boundRule = (name: string, test: (number: number, bound: number) => boolean): Rule => ({
  params: [name],
  make: (params) => {
    const bound = numberParam(params, 0);
    return (value) => {
      const number = numberOf(value);
      return number !== null && test(number, bound);
    };
  },
});

const between: Rule = {
  params: ['min', 'max'],
  make: (params) => {
    const [min, max] = rangeParams(params);
    return (value) => {
      const number = numberOf(value);
      return number !== null && number >= min && number <= max;
    };
  },
};

function digitCount(value: unknown): number {
  const text = textOf(value) ?? '';
  return /^\d+$/.test(text) ? text.length : -1;
}

const digits: Rule = {
  params: ['length'],
  make: (params) => {
    const length = countParam(params, 0);
    return (value) => digitCount(value) === length;
  },
};

const digitsBetween: Rule = {
  params: ['min', 'max'],
  make: (params) => {
    const [min, max] = rangeParams(params, countParam);
    return (value) => digitCount(value) >= min && digitCount(value) <= max;
  },
};

const double: Rule = {
  params: ['decimals'],
  counts: [0, 1],
  make: (params) => {
    const decimals = params.length > 0 ? countParam(params, 0) : Infinity;
    return (value) => {
      const text = textOf(value);
      return text !== null && numberOf(text) !== null && (text.split('.')[1] ?? '').length <= decimals;
    };
  },
};

export const numberRules = {
  integer: pattern(/^-?\d+$/),
  /** Digits only, leading zeros allowed; for signed or decimal numbers use `integer` or `double`. */
  numeric: pattern(/^\d+$/),
  /** A decimal number, optionally with a maximum number of decimals. */
  double,
  between,
  digits,
  digits_between: digitsBetween,
  max_value: boundRule('max', (number, bound) => number <= bound),
  min_value: boundRule('min', (number, bound) => number >= bound),
} satisfies Record<string, Rule>;
