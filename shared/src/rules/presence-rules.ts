import type { Rule } from './rule.ts';

/** Whether the value is empty; for empty values only presence rules are checked. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Whether it is `{}`. A browser's File has no own keys either, but is not empty. */
function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isMissing(value: unknown, zeroCounts: boolean): boolean {
  if (value === 0) return !zeroCounts;
  return (
    isEmpty(value) || isEmptyObject(value) || Number.isNaN(value) || (typeof value === 'string' && value.trim() === '')
  );
}

/** `required:zero` accepts 0; so does a field of type number, where 0 is an amount and not "none chosen". */
const required: Rule = {
  presence: true,
  whole: true,
  counts: [0, 1],
  make: ([zero]) => {
    if (zero !== undefined && zero !== 'zero') throw new Error(`Rule required takes "zero", not "${zero}"`);
    return (value, { type }) => !isMissing(value, zero === 'zero' || type === 'number');
  },
};

/** `required_if:field,a,b`: required when that field has one of the values; without values, when it is not empty. */
const requiredIf: Rule = {
  presence: true,
  whole: true,
  counts: [1, Infinity],
  make: ([field, ...expected]) => {
    if (!field) throw new Error('Rule required_if needs a field');
    return (value, { values, type }) => {
      const other = values[field];
      const applies = expected.length > 0 ? expected.indexOf(String(other)) >= 0 : !isMissing(other, false);
      return !applies || !isMissing(value, type === 'number');
    };
  },
};

/** `required_with:field` and `required_without:field`: required when the other field is present, or missing. */
const requiredBeside = (name: string, whenPresent: boolean): Rule => ({
  presence: true,
  whole: true,
  counts: [1, 1],
  make: ([field]) => {
    if (!field) throw new Error(`Rule ${name} needs a field`);
    return (value, { values, type }) =>
      isMissing(values[field], false) === whenPresent || !isMissing(value, type === 'number');
  },
});

/** `required_without_all:a,b`: required when all of them are missing. */
const requiredWithoutAll: Rule = {
  presence: true,
  whole: true,
  counts: [1, Infinity],
  make:
    (fields) =>
    (value, { values, type }) =>
      fields.some((field) => !isMissing(values[field], false)) || !isMissing(value, type === 'number'),
};

/** Required consent; a missing value fails. `accepted` only checks that the value is a recognised one. */
const agree: Rule = {
  presence: true,
  whole: true,
  make: () => (value) =>
    value === true || value === 1 || value === '1' || value === 'yes' || value === 'on' || value === 'true',
};

export const presenceRules = {
  required,
  /** Same check as `required`; the messages say to choose or to upload. */
  choose: required,
  upload: required,
  required_if: requiredIf,
  required_with: requiredBeside('required_with', true),
  required_without: requiredBeside('required_without', false),
  required_without_all: requiredWithoutAll,
  agree,
} satisfies Record<string, Rule>;
