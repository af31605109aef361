import { countCharacters, countParam, numberParam, pattern, rangeParams, textOf, textRule, type Rule } from './rule.ts';

const countRule = (name: string, numeric: string, test: (count: number, bound: number) => boolean): Rule => ({
  params: [name],
  numeric,
  make: (params) => {
    const bound = numberParam(params, 0);
    return (value) => {
      const text = textOf(value);
      return text !== null && test(countCharacters(text), bound);
    };
  },
});

/** Compiles `^a$` or `/^a$/i`; throws when it is not a regular expression. */
function compile(source: string): RegExp {
  const literal = /^\/(.+)\/([imsu]*)$/s.exec(source);
  return literal ? new RegExp(literal[1] ?? '', literal[2]) : new RegExp(source);
}

const regex: Rule = {
  params: ['pattern'],
  raw: true,
  make: ([source]) => {
    if (!source) throw new Error('Rule regex needs a pattern');
    const expression = compile(source);
    return (value) => {
      const text = textOf(value);
      return text !== null && expression.test(text);
    };
  },
};

const length: Rule = {
  params: ['length'],
  whole: true,
  make: (params) => {
    const expected = countParam(params, 0);
    return (value) => {
      const text = textOf(value);
      return (Array.isArray(value) ? value.length : text === null ? -1 : countCharacters(text)) === expected;
    };
  },
};

const userName: Rule = {
  params: ['min', 'max'],
  defaults: ['2', '50'],
  make: (params) => {
    const [min, max] = rangeParams(params, countParam);
    return (value) =>
      typeof value === 'string' && value.length >= min && value.length <= max && /^[A-Za-z]\w+$/.test(value);
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const textRules = {
  string: { make: () => (value: unknown) => typeof value === 'string' },
  alpha: pattern(/^[A-Za-z]+$/),
  alpha_dash: pattern(/^[A-Za-z0-9_-]+$/),
  alpha_num: pattern(/^[A-Za-z0-9]+$/),
  alpha_spaces: pattern(/^[A-Za-z\s]+$/),
  // The name is from the specification, although it allows the hyphen, not the comma.
  alpha_num_comma_symbol: pattern(/^[A-Za-z0-9-]+$/),
  max: countRule('max', 'max_value', (count, bound) => count <= bound),
  min: countRule('min', 'min_value', (count, bound) => count >= bound),
  length,
  regex,
  user_name: userName,
  password: textRule(
    (text) => /[A-Za-z]/.test(text) && /\d/.test(text) && countCharacters(text) >= 8 && countCharacters(text) <= 72,
  ),
  json: { make: () => (value: unknown) => (typeof value === 'string' ? isJson(value) : typeof value === 'object') },
} satisfies Record<string, Rule>;
