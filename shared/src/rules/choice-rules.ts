import { isCalendarDay } from './calendar.ts';
import { countParam, rangeParams, type Rule } from './rule.ts';

const oneOf = (values: readonly unknown[]): Rule => ({
  whole: true,
  make: () => (value) => values.indexOf(value) >= 0,
});

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const arrayLength: Rule = {
  params: ['min', 'max'],
  whole: true,
  make: (params) => {
    const [min, max] = rangeParams(params, countParam);
    return (value) => Array.isArray(value) && value.length >= min && value.length <= max;
  },
};

const confirmed: Rule = {
  whole: true,
  counts: [1, 1],
  make: ([field]) => {
    if (!field) throw new Error('Rule confirmed needs a field');
    return (value, { values }) => value === values[field];
  },
};

const dateExpression =
  /^(\d{4})-(\d{2})-(\d{2})(?:[ T]([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

function isDate(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  const parts = typeof value === 'string' ? dateExpression.exec(value) : null;
  return parts !== null && isCalendarDay(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

export const choiceRules = {
  accepted: oneOf(['yes', 1, '1', 'no', true]),
  boolean: oneOf([true, false, 1, 0, '1', '0', 'true', 'false']),
  array: { whole: true, make: () => (value) => Array.isArray(value) },
  array_length: arrayLength,
  in: {
    params: ['values'],
    counts: [1, Infinity],
    make: (params) => (value) => isScalar(value) && params.indexOf(String(value)) >= 0,
  },
  confirmed,
  date: { make: () => isDate },
} satisfies Record<string, Rule>;
