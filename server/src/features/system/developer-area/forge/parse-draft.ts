import {
  draftKinds,
  draftOperations,
  draftPlaces,
  draftRoots,
  type DraftChoice,
  type DraftWords,
  type FieldDraft,
  type ResourceDraft,
} from '@kaike/shared/domain/system/forge/draft';
import { inEachLanguage } from '@kaike/shared/locales/languages';

// What comes from a browser or a file has any shape; missing parts become empty ones, which `draftProblems` names.

type JsonRecord = Readonly<Record<string, unknown>>;

const isPart = (raw: unknown): raw is JsonRecord => typeof raw === 'object' && raw !== null && !Array.isArray(raw);
const partOf = (raw: unknown): JsonRecord => (isPart(raw) ? raw : {});
const listOf = (raw: unknown): unknown[] => (Array.isArray(raw) ? raw : []);
const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '');
const numberOf = (raw: unknown): number | null => (typeof raw === 'number' && Number.isFinite(raw) ? raw : null);
const oneOf = <V extends string>(values: readonly V[], raw: unknown, otherwise: V): V =>
  values.find((value) => value === raw) ?? otherwise;
const someOf = <V extends string>(values: readonly V[], raw: unknown): V[] =>
  values.filter((value) => listOf(raw).includes(value));

const wordsOf = (raw: unknown): DraftWords => inEachLanguage((locale) => textOf(partOf(raw)[locale]));

function choiceOf(raw: unknown): DraftChoice {
  const { value, key, words } = partOf(raw);
  return { value: textOf(value), key: textOf(key), words: wordsOf(words) };
}

export function parseFieldDraft(raw: unknown): FieldDraft {
  const { key, kind, is_required, min, max, initial, choices, resource, words, places, group } = partOf(raw);
  return {
    key: textOf(key),
    kind: oneOf(draftKinds, kind, 'text'),
    is_required: is_required === true,
    min: numberOf(min),
    max: numberOf(max),
    initial: textOf(initial),
    choices: listOf(choices).map(choiceOf),
    resource: textOf(resource),
    words: wordsOf(words),
    places: someOf(draftPlaces, places),
    group: textOf(group),
  };
}

export function parseDraft(raw: unknown): ResourceDraft {
  const { name, has_table, words, units, root, icon, sort, only, title, import_key, groups, fields } = partOf(raw);
  return {
    name: textOf(name),
    has_table: has_table === true,
    words: wordsOf(words),
    units: wordsOf(units),
    root: oneOf(draftRoots, root, 'system'),
    icon: textOf(icon),
    sort: numberOf(sort) ?? 100,
    only: someOf(draftOperations, only),
    title: textOf(title),
    import_key: textOf(import_key),
    groups: listOf(groups).map((group) => ({
      key: textOf(partOf(group)['key']),
      words: wordsOf(partOf(group)['words']),
    })),
    fields: listOf(fields).map(parseFieldDraft),
  };
}
