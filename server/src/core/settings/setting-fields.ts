import type { Field, FieldKind, ValueOf } from '@kaike/shared/kit/field';

/** Settings by key. The `initial` of a field is the default; without one it is the empty value of its kind. */
export type SettingFields = Readonly<Record<string, Field>>;

export type SettingValues<F extends SettingFields> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** Groups of settings by name, in the order of the page. */
export type SettingGroups = Readonly<Record<string, SettingFields>>;

const emptyValues: Readonly<Partial<Record<FieldKind, unknown>>> = {
  integer: 0,
  decimal: 0,
  boolean: false,
  tags: [],
};

/** The value of a setting that nobody has saved. */
export const defaultOf = (field: Field): unknown => field.initial ?? emptyValues[field.kind] ?? '';

/** Whether a setting is stored encrypted and never returned. */
export const isSecret = (field: Field | undefined): boolean => field?.kind === 'password';

export type SettingCatalog = {
  readonly groups: SettingGroups;
  /** Every setting by key, in the order of the page. */
  readonly fields: SettingFields;
  readonly groupOf: (key: string) => string;
};

/** Throws when two groups declare the same setting. */
export function createCatalog(groups: SettingGroups): SettingCatalog {
  const owners = new Map<string, string>();
  for (const [group, fields] of Object.entries(groups))
    for (const key of Object.keys(fields)) {
      const other = owners.get(key);
      if (other !== undefined) throw new Error(`${key} is a setting of ${other} and of ${group}`);
      owners.set(key, group);
    }
  return {
    groups,
    fields: Object.assign({}, ...Object.values(groups)) as SettingFields,
    groupOf: (key) => owners.get(key) ?? '',
  };
}
