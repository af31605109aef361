import type { DraftProblem, DraftWords, FieldDraft, ResourceDraft } from '@kaike/shared/domain/system/forge/draft';
import { isUnreadable, kinds } from '@kaike/shared/kit/kinds';
import { locales } from '@kaike/shared/locales/languages';
import { findResource } from '@kaike/shared/resources/index';
import { storedKind } from './define.ts';
import { commonWords } from './words/words.ts';

const resourceName = /^[a-z]{2,}(-[a-z\d]+)*$/;
const fieldKey = /^[a-z][a-z\d]*(_[a-z\d]+)*$/;
const choiceKey = /^[a-z\d]+([_-][a-z\d]+)*$/;

/** Columns that every table has. */
const ownColumns = new Set(['id', 'version', 'created_at', 'updated_at', 'deleted_at', 'created_by', 'updated_by']);

/** Words of SQL that cannot name a column, and words of JavaScript that cannot name a definition. */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_date
  current_role current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for
  foreign from grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset on
  only or order placing primary references returning select session_user some symmetric system_user table then to trailing true
  union unique user using variadic when where window with`.split(/\s+/),
);
const reservedNames = new Set(
  'arguments await break case class const delete enum eval export extends field function import interface let new package private public resources static super switch this throw try typeof var void while yield'.split(
    ' ',
  ),
);

const numberKinds = new Set(['integer', 'decimal', 'money', 'duration']);
const isBlank = (words: DraftWords): boolean => locales.every((locale) => words[locale] === '');
const isComplete = (words: DraftWords): boolean => locales.every((locale) => words[locale] !== '');

const twice = (keys: readonly string[]): number[] =>
  keys.flatMap((key, index) => (key !== '' && keys.indexOf(key) !== index ? [index] : []));

function choiceProblems({ choices }: FieldDraft, place: string): DraftProblem[] {
  if (choices.length === 0) return [{ place: `${place}.choices`, reason: 'choices' }];
  return [
    ...choices.flatMap(({ value, key, words }, index) => [
      ...(choiceKey.test(key) && value !== '' ? [] : [{ place: `${place}.choices.${index}`, reason: 'choice' }]),
      ...(isComplete(words) ? [] : [{ place: `${place}.choices.${index}`, reason: 'words' }]),
    ]),
    ...twice(choices.map(({ key }) => key)).map((index) => ({ place: `${place}.choices.${index}`, reason: 'twice' })),
  ];
}

function initialProblems(draft: FieldDraft, place: string): DraftProblem[] {
  if (draft.initial === '') return [];
  const value = kinds[draft.kind].read(draft.initial, storedKind(draft));
  return isUnreadable(value) || draft.kind === 'relation' ? [{ place: `${place}.initial`, reason: 'initial' }] : [];
}

function placeProblems({ kind, places }: FieldDraft, place: string): DraftProblem[] {
  const { filter, column } = kinds[kind];
  const wrong = [
    ...(places.includes('filter') && filter === 'none' ? ['filter'] : []),
    ...(places.includes('search') && column !== 'text' ? ['search'] : []),
    ...(places.includes('sort') && (filter === 'none' || column.endsWith('[]')) ? ['sort'] : []),
    ...(places.includes('import') && ['image', 'images', 'file'].includes(kind) ? ['import'] : []),
  ];
  return wrong.map((reason) => ({ place: `${place}.places`, reason: `place_${reason}` }));
}

/** What is wrong with a field by itself. */
export function fieldProblems(draft: FieldDraft, place: string): DraftProblem[] {
  const { key, kind, min, max, words, resource } = draft;
  const problem = (part: string, reason: string): DraftProblem => ({ place: `${place}.${part}`, reason });
  const named = commonWords(key) !== null;
  return [
    ...(fieldKey.test(key) ? [] : [problem('key', 'key')]),
    ...(reserved.has(key) || ownColumns.has(key) ? [problem('key', 'reserved')] : []),
    ...(isComplete(words) || (named && isBlank(words)) ? [] : [problem('words', 'words')]),
    ...(kind === 'choice' ? choiceProblems(draft, place) : []),
    ...(kind === 'relation' && !findResource(resource) ? [problem('resource', 'relation')] : []),
    ...(min !== null && max !== null && min > max ? [problem('max', 'bounds')] : []),
    ...([min, max].some((one) => one !== null && !Number.isInteger(one) && !numberKinds.has(kind))
      ? [problem('max', 'bounds')]
      : []),
    ...initialProblems(draft, place),
    ...placeProblems(draft, place),
  ];
}

/** A row without it cannot be created. */
const isNeeded = ({ is_required, kind, initial }: FieldDraft): boolean =>
  is_required && kind !== 'boolean' && initial === '';

function groupProblems({ groups, fields }: ResourceDraft): DraftProblem[] {
  const groupKeys = new Set(['basic', 'more', ...groups.map(({ key }) => key)]);
  return [
    ...groups.flatMap(({ key, words }, index) => [
      ...(fieldKey.test(key) ? [] : [{ place: `groups.${index}.key`, reason: 'key' }]),
      ...(isComplete(words) ? [] : [{ place: `groups.${index}.words`, reason: 'words' }]),
    ]),
    ...fields.flatMap(({ group }, index) =>
      group === '' || groupKeys.has(group) ? [] : [{ place: `fields.${index}.group`, reason: 'group' }],
    ),
  ];
}

function importProblems({ only, import_key: key, fields }: ResourceDraft): DraftProblem[] {
  const imported = fields.filter(({ places }) => places.includes('import')).map((one) => one.key);
  const isShort = fields.some((one) => isNeeded(one) && !imported.includes(one.key));
  if (only.includes('import') && (imported.length === 0 || isShort))
    return [{ place: 'only', reason: 'import_fields' }];
  if (key !== '' && !imported.includes(key)) return [{ place: 'import_key', reason: 'import_key' }];
  return [];
}

/** Everything that keeps a description from being written. */
export function draftProblems(draft: ResourceDraft): DraftProblem[] {
  const { name, words, units, icon, sort, only, title, fields } = draft;
  const has = (isWrong: boolean, place: string, reason: string): DraftProblem[] => (isWrong ? [{ place, reason }] : []);
  return [
    ...has(!resourceName.test(name), 'name', 'name'),
    ...has(reserved.has(name) || reservedNames.has(name), 'name', 'reserved'),
    ...has(findResource(name) !== undefined, 'name', 'exists'),
    ...has(!isComplete(words), 'words', 'words'),
    ...has(!isComplete(units), 'units', 'words'),
    ...has(!/^[a-z\d-]{1,50}$/.test(icon), 'icon', 'icon'),
    ...has(!Number.isInteger(sort) || sort < 0 || sort > 9999, 'sort', 'bounds'),
    ...has(!only.includes('list') || !only.includes('show'), 'only', 'only'),
    ...has(!fields.some(({ key }) => key === title), 'title', 'title'),
    ...has(
      only.includes('create') &&
        (fields.every(({ group }) => group === '') || fields.some((one) => isNeeded(one) && one.group === '')),
      'only',
      'form',
    ),
    ...importProblems(draft),
    ...groupProblems(draft),
    ...fields.flatMap((one, index) => fieldProblems(one, `fields.${index}`)),
    ...twice(fields.map(({ key }) => key)).map((index) => ({ place: `fields.${index}.key`, reason: 'twice' })),
  ];
}
