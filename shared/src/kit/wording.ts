/**
 * Wording of one language: nested objects, dotted keys, or both. Texts may contain
 * - `{name}`: the parameter of that name; unchanged when the parameter is missing;
 * - `{count, plural, =0 {no cards} one {# card} other {# cards}}`: the branch for a number, by exact value, then by the
 *   language's plural category, then `other`. `#` is the number; branches may contain `{name}` but no nested plural.
 */
export type Catalogue = { readonly [key: string]: string | Catalogue };

export type WordingParams = Readonly<Record<string, string | number | null | undefined>>;

/** The text of a key; the key itself when no catalogue has it. */
export type Translate = (key: string, params?: WordingParams) => string;

export type TranslatorOptions = {
  readonly locale: string;
  /** The reader's language first, then the fallback; merge a language in several files beforehand. */
  readonly catalogues: readonly Catalogue[];
};

const flattened = new WeakMap<Catalogue, ReadonlyMap<string, string>>();

function collect(catalogue: Catalogue, prefix: string, into: Map<string, string>): Map<string, string> {
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') into.set(prefix + key, value);
    else collect(value, `${prefix}${key}.`, into);
  }
  return into;
}

function flatten(catalogue: Catalogue): ReadonlyMap<string, string> {
  const entries = flattened.get(catalogue) ?? collect(catalogue, '', new Map());
  flattened.set(catalogue, entries);
  return entries;
}

/** One catalogue from a language's files; for a duplicate key the later file wins. */
export function mergeCatalogues(parts: readonly Catalogue[]): Catalogue {
  const merged = new Map<string, string>();
  for (const part of parts) collect(part, '', merged);
  return Object.fromEntries(merged);
}

/** Whether this catalogue has the key, fallbacks aside. */
export function hasWording(catalogue: Catalogue, key: string): boolean {
  return flatten(catalogue).has(key);
}

/** Every key of the catalogue, dotted. */
export function wordingKeys(catalogue: Catalogue): string[] {
  return [...flatten(catalogue).keys()];
}

const pluralRules = new Map<string, Intl.PluralRules>();

function pluralCategory(locale: string, count: number): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale);
  pluralRules.set(locale, rules);
  return rules.select(count);
}

// One level of nested braces; unrolled so that it cannot backtrack.
const pluralExpression = /\{(\w+), ?plural,((?:[^{}]*\{[^{}]*(?:\{\w+\}[^{}]*)*\})*)\s*\}/g;
const branchExpression = /(=\d+|\w+) ?\{([^{}]*(?:\{\w+\}[^{}]*)*)\}/g;

/** Names of amounts, which get the locale's digit grouping; ids, line numbers and versions do not. */
const amounts =
  /^(?:count|total|done|made|shown|offered|checked|failed|success|wrong|created|updated|needed|left|success_number|error_number)$/;

const formatParam = (locale: string, name: string, value: string | number): string =>
  typeof value === 'number' && value >= 1000 && amounts.test(name) ? value.toLocaleString(locale) : String(value);

/** An amount that is written out already, such as `1–2`, takes the branch for several as it is. */
function choosePlural(locale: string, branchesText: string, value: string | number): string {
  const count = Number(value);
  const isWritten = Number.isNaN(count);
  const branches = new Map<string, string>();
  for (const [, name = '', text = ''] of branchesText.matchAll(branchExpression)) branches.set(name, text);
  const branch =
    branches.get(`=${count}`) ??
    branches.get(isWritten ? 'other' : pluralCategory(locale, count)) ??
    branches.get('other') ??
    '';
  const shown = isWritten ? String(value) : formatParam(locale, 'count', count);
  return branch.replace(/#/g, () => shown);
}

function fill(locale: string, text: string, params: WordingParams): string {
  const resolved = text.replace(pluralExpression, (_, name: string, branches: string) =>
    choosePlural(locale, branches, params[name] ?? 0),
  );
  return resolved.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.prototype.hasOwnProperty.call(params, name) ? params[name] : undefined;
    return value === undefined || value === null ? placeholder : formatParam(locale, name, value);
  });
}

/** Creates the translate function of one language. */
export function createTranslator({ locale, catalogues }: TranslatorOptions): Translate {
  return (key, params = {}) => {
    for (const catalogue of catalogues) {
      const text = flatten(catalogue).get(key);
      if (text !== undefined) return text.indexOf('{') < 0 ? text : fill(locale, text, params);
    }
    return key;
  };
}
