import type { FieldDraft, ResourceDraft } from '@kaike/shared/domain/system/forge/draft';
import type { Choice, Field, FieldKind } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';

/** A column as the database has it, by name: whether it refuses null. */
export type ExistingColumns = ReadonlyMap<string, { required: boolean }>;

/** What a field that may stay empty starts with; the other kinds are null then. */
const emptyInitials: Partial<Record<FieldKind, unknown>> = {
  text: '',
  long_text: '',
  rich_text: '',
  mobile: '',
  email: '',
  url: '',
  boolean: false,
  tags: [],
  images: [],
};
/** What a column that refuses null starts with, besides. */
const requiredInitials: Partial<Record<FieldKind, unknown>> = { integer: 0, decimal: 0, money: 0, duration: 0 };

/** Most characters of a text that says nothing else. */
const lengths: Partial<Record<FieldKind, number>> = { text: 50, long_text: 2000, rich_text: 20_000, url: 500 };

const isNumber = (value: string): boolean => /^\d{1,4}$/.test(value);

function choicesOf({ choices }: FieldDraft): Choice[] {
  const areNumbers = choices.every(({ value }) => isNumber(value));
  return choices.map(({ value, key }) => ({ value: areNumbers ? Number(value) : value, key }));
}

/** Kind, choices and target of a field: what decides how a value is stored. */
export const storedKind = (draft: FieldDraft): Field => ({
  kind: draft.kind,
  ...(draft.kind === 'choice' ? { choices: choicesOf(draft) } : {}),
  ...(draft.kind === 'relation' ? { resource: draft.resource } : {}),
  ...(draft.kind === 'decimal' ? { decimals: 2 } : {}),
});

function boundsOf({ kind, min, max }: FieldDraft): string[] {
  if (kinds[kind].column === 'text') {
    const most = max ?? lengths[kind];
    return [...(min === null ? [] : [`min:${min}`]), ...(most === undefined ? [] : [`max:${most}`])];
  }
  if (min !== null && max !== null) return [`between:${min},${max}`];
  return [...(min === null ? [] : [`min_value:${min}`]), ...(max === null ? [] : [`max_value:${max}`])];
}

/** Kinds whose own rules bound them already, or that have no bounds. */
const unbound = new Set<FieldKind>(['boolean', 'choice', 'date', 'date_time', 'relation', 'mobile', 'email', 'color']);
const isUnbound = (kind: FieldKind): boolean =>
  unbound.has(kind) || kinds[kind].column.endsWith('[]') || kind === 'image' || kind === 'file';

function initialOf(draft: FieldDraft, field: Field, isNullable: boolean | undefined): unknown {
  if (draft.initial !== '') return kinds[draft.kind].read(draft.initial, field);
  if (draft.is_required && draft.kind !== 'boolean') return undefined;
  if (draft.kind === 'choice') return isNullable ? undefined : field.choices?.[0]?.value;
  return emptyInitials[draft.kind] ?? (isNullable === false ? requiredInitials[draft.kind] : undefined);
}

/** A field of a definition; `column` is what the table has already. */
export function defineField(draft: FieldDraft, column?: { required: boolean }): Field {
  const field = storedKind(draft);
  const initial = initialOf(draft, field, column && !column.required);
  const hasInitial = initial !== undefined;
  const isNullable = column ? !column.required : !draft.is_required && !hasInitial;
  // Nothing can stand for an absent row or day where the column refuses null.
  const isRequired = (draft.is_required && draft.kind !== 'boolean') || (!isNullable && !hasInitial);
  const rules = [...(isRequired ? ['required'] : []), ...(isUnbound(draft.kind) ? [] : boundsOf(draft))];
  return {
    ...field,
    ...(isNullable ? { nullable: true } : {}),
    ...(rules.length > 0 ? { rules: rules.join('|') } : {}),
    ...(hasInitial ? { initial } : {}),
  };
}

/** The definition that a description stands for. */
export function defineDraft(draft: ResourceDraft, existing: ExistingColumns = new Map()): ResourceDefinition {
  const inPlace = (place: FieldDraft['places'][number]): string[] =>
    draft.fields.filter(({ places }) => places.includes(place)).map(({ key }) => key);
  const groups = [...new Set(['basic', ...draft.groups.map(({ key }) => key), 'more'])]
    .map((group) => ({ group, fields: draft.fields.filter((one) => one.group === group).map(({ key }) => key) }))
    .filter(({ fields }) => fields.length > 0);
  const time: Field = { kind: 'date_time', read_only: true };
  return {
    name: draft.name,
    table: draft.name.replaceAll('-', '_'),
    area: 'admin',
    menu: { root: draft.root, icon: draft.icon, sort: draft.sort },
    only: draft.only,
    title: draft.title,
    fields: {
      id: { kind: 'id', read_only: true },
      ...Object.fromEntries(draft.fields.map((one) => [one.key, defineField(one, existing.get(one.key))])),
      created_at: time,
      updated_at: time,
    },
    list: {
      columns: [...inPlace('list'), 'updated_at'],
      ...(inPlace('filter').length > 0 ? { filters: inPlace('filter') } : {}),
      ...(inPlace('search').length > 0 ? { search: inPlace('search') } : {}),
      sort: ['id', ...inPlace('sort'), 'updated_at'],
      default_sort: '-id',
    },
    ...(draft.only.includes('create') || draft.only.includes('update') ? { form: groups } : {}),
    ...(draft.only.includes('export') || draft.only.includes('import')
      ? {
          transfer: {
            export: ['id', ...inPlace('export'), 'updated_at'],
            ...(draft.only.includes('import')
              ? { import: inPlace('import'), ...(draft.import_key === '' ? {} : { key: draft.import_key }) }
              : {}),
          },
        }
      : {}),
  };
}
