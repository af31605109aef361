import type { FieldKind } from '../../../kit/field.ts';
import type { MenuRoot, Operation } from '../../../kit/resource.ts';
import { inEachLanguage, type Locale } from '../../../locales/languages.ts';

/** The kinds of fields that a description offers; what else there is needs code beside the definition. */
export const draftKinds = [
  'text',
  'long_text',
  'rich_text',
  'integer',
  'decimal',
  'money',
  'duration',
  'boolean',
  'choice',
  'date',
  'date_time',
  'relation',
  'tags',
  'mobile',
  'email',
  'url',
  'image',
  'images',
  'file',
  'color',
] as const satisfies readonly FieldKind[];
export type DraftKind = (typeof draftKinds)[number];

/** Where a field appears besides the form. */
export const draftPlaces = ['list', 'filter', 'search', 'sort', 'export', 'import'] as const;
export type DraftPlace = (typeof draftPlaces)[number];

export const draftOperations = [
  'list',
  'show',
  'create',
  'update',
  'delete',
  'export',
  'import',
] as const satisfies readonly Operation[];

export const draftRoots = [
  'learning',
  'people',
  'trade',
  'ai',
  'site',
  'system',
] as const satisfies readonly MenuRoot[];
export type DraftRoot = (typeof draftRoots)[number];

export type DraftWords = Record<Locale, string>;

/** A value that looks like a number is stored as one. */
export type DraftChoice = { value: string; key: string; words: DraftWords };

export type FieldDraft = {
  key: string;
  kind: DraftKind;
  is_required: boolean;
  /** Of a text its characters, of a number its value. */
  min: number | null;
  max: number | null;
  /** As it is typed; empty: what the kind starts with. */
  initial: string;
  choices: DraftChoice[];
  /** Resource that a relation points at. */
  resource: string;
  /** Empty where the words of all resources name the field already. */
  words: DraftWords;
  places: DraftPlace[];
  /** Group of the form; empty: not in the form. */
  group: string;
};

/** A resource as a person describes it; `planResource` writes its files. */
export type ResourceDraft = {
  /** Plural, kebab-case; its table has the same name. */
  name: string;
  /** The table exists: only what it lacks is added. */
  has_table: boolean;
  words: DraftWords;
  /** What one row is called after a number: `个搜索词`, `search term`. */
  units: DraftWords;
  root: DraftRoot;
  icon: string;
  sort: number;
  only: Operation[];
  /** Field used as the label of a row. */
  title: string;
  /** Field that identifies a row on import; empty: each row is new. */
  import_key: string;
  groups: { key: string; words: DraftWords }[];
  fields: FieldDraft[];
};

/** What keeps a description from being written: where, such as `fields.2.key`, and why. */
export type DraftProblem = { place: string; reason: string };

export const noWords = (): DraftWords => inEachLanguage(() => '');

export const newField = (key = ''): FieldDraft => ({
  key,
  kind: 'text',
  is_required: false,
  min: null,
  max: null,
  initial: '',
  choices: [],
  resource: '',
  words: noWords(),
  places: ['list', 'export'],
  group: 'basic',
});

/** What a new description starts with. */
export const newDraft = (name = ''): ResourceDraft => ({
  name,
  has_table: false,
  words: noWords(),
  units: noWords(),
  root: 'system',
  icon: 'list',
  sort: 100,
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  import_key: '',
  groups: [],
  fields: [
    { ...newField('name'), is_required: true, max: 50, places: ['list', 'search', 'export'] },
    { ...newField('remark'), max: 200 },
  ],
});
