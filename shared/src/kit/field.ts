import { imageChoiceCount, type Tone } from '../domain/constants.ts';
import type { DayBound } from './dates/parse-moment.ts';
import type { FileType } from '../domain/catalog/media/file-types.ts';
import { parseRules } from '../rules/engine.ts';

/** The kinds of fields. Each kind has three parts of the same name: here, in the server's kit and in the browser's kit. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'long_text'
  | 'mobile'
  | 'email'
  | 'password'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'duration'
  | 'bytes'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'date_time'
  | 'relation'
  | 'relations'
  | 'tags'
  | 'image'
  | 'json'
  | 'rich_text'
  | 'icon'
  | 'color'
  | 'cover_style'
  | 'url'
  | 'file'
  | 'images'
  | 'map_point';

export type Choice<Value extends string | number = string | number> = {
  readonly value: Value;
  readonly key: string;
  readonly tone?: Tone;
  /** Only set by the server: shown and usable in filters, never offered in a form. */
  readonly reserved?: true;
};

/** What a key of another service is: RSA keys and certificates as PEM, or a text without blanks. */
export type KeyKind = 'private' | 'public' | 'certificates' | 'token';

export type FieldOptions = {
  /** Validation rules, in addition to those of the kind. */
  readonly rules?: string | readonly string[];
  /** The value may be absent: null in the table and in JSON. */
  readonly nullable?: boolean;
  /** `true`: never accepted from a client. `'update'`: accepted on creation only. */
  readonly read_only?: boolean | 'update';
  /** The value comes from an expression in the server's behaviour file instead of a column. */
  readonly computed?: boolean;
  /** Default value of a new row, also shown in the empty form. */
  readonly initial?: unknown;
  /** Shown masked. Holders of the resource's `reveal` permission can request the full value, which is logged, or export it. */
  readonly masked?: 'mobile' | 'email' | 'id_card';
  /** Shown only while another field has one of these values; a hidden field is neither validated nor written. */
  readonly shown_when?: ShownWhen;
  /** `choice` of texts only: has values besides its choices, which come and go. Only for fields the server writes. */
  readonly is_open?: true;
  /** `image` only: while there is no picture, lists show a cover drawn with the title and in the style of these fields; without `style` by the title. */
  readonly drawn_from?: { readonly style?: string; readonly title: string };
  /** `money` only: the field with the price before the reduction; the form says how much is left of it. */
  readonly reduced_from?: string;
  /** `relations` only: two lists side by side instead of a select. `text` only: the name of a person, with its first sign before it. */
  readonly look?: 'transfer' | 'person';
  /** `text` only: stored as names are, whatever width, blanks and dots were typed. */
  readonly is_person_name?: true;
  /** `password` and `long_text` only: a key of another service, freed of what a chat or a page put into it. */
  readonly key_kind?: KeyKind;
  /** `date_time` only: which moment of it a day without a time means; the first unless set. */
  readonly day_bound?: DayBound;
  /** Of an action: the reasons this person used for it last are offered. */
  readonly is_reason?: true;
  /** `file` only: accepted extensions; `defaultFileTypes` unless set. The content must match the extension. */
  readonly accept?: readonly FileType[];
  /** Of an action of one row that cannot be undone: repeats this field of the row, so that nobody does it by mistake. */
  readonly confirms?: string;
  /** Of an action: starts with this field of the row, which also bounds it; with several rows each has its own. */
  readonly of_row?: string;
  /** `file` only: size limit in bytes; 50 MB unless set. */
  readonly max_bytes?: number;
};

/** Values by field of the resource that a relation points at. */
export type RelationWhere = Readonly<Record<string, string | number | boolean>>;

export type ShownWhen = {
  readonly field: string;
  readonly in: readonly (string | number | boolean | null)[];
  /** Another condition that shows the field as well. */
  readonly or?: ShownWhen;
};

/** A field of a resource, an action or a request. `Value` is the type it has in rows and input. */
export type Field<Value = unknown, Nullable extends boolean = boolean> = FieldOptions & {
  readonly kind: FieldKind;
  readonly choices?: readonly Choice[];
  /** Resource whose rows a relation points at. */
  readonly resource?: string;
  /** The field of that resource stored as the value; its id unless set. Only for fields the server writes. */
  readonly by?: string;
  /** Whoever may create such rows is offered a new one with the typed text as its title, where there is none of this title. */
  readonly creates?: true;
  /** Only rows with these values are offered; one that was chosen before stays. */
  readonly where?: RelationWhere;
  /** Decimal places of a `decimal` field. */
  readonly decimals?: number;
  readonly _value?: Value;
  readonly _nullable?: Nullable;
};

export type Fields = Record<string, Field>;

type NullableOf<O extends FieldOptions> = O extends { nullable: true } ? true : false;
type FieldOf<Value, O extends FieldOptions> = Field<Value, NullableOf<O>> & O;

/** Rules are parsed where they are declared, so that a wrong one stops the module that has it. */
function declare<F extends FieldOptions>(one: F): F {
  if (one.rules !== undefined) parseRules(one.rules);
  return one;
}

const make =
  <Value>(kind: FieldKind) =>
  <const O extends FieldOptions>(options?: O): FieldOf<Value, O> =>
    declare({ kind, ...options }) as FieldOf<Value, O>;

type RelationOptions = FieldOptions & {
  readonly resource: string;
  readonly by?: string;
  readonly creates?: true;
  readonly where?: RelationWhere;
};

/** Field builders; the only functions a definition calls. */
export const field = {
  id: () => ({ kind: 'id', read_only: true }) as FieldOf<number, { read_only: true }> & { kind: 'id' },
  text: make<string>('text'),
  long_text: make<string>('long_text'),
  /** Why somebody does this; the last ones are offered again. */
  reason: () => make<string>('text')({ rules: 'required|max:200', is_reason: true }),
  /** The same where the action explains itself, or can be undone. */
  optional_reason: () => make<string>('text')({ rules: 'max:200', is_reason: true }),
  mobile: make<string>('mobile'),
  email: make<string>('email'),
  /** Write-only text; never returned or logged. */
  password: make<string>('password'),
  integer: make<number>('integer'),
  decimal: <const O extends FieldOptions & { decimals: number }>(options: O) =>
    declare({ kind: 'decimal', ...options }) as FieldOf<number, O>,
  /** Integer fen; shown and entered in yuan. */
  money: make<number>('money'),
  /** Integer seconds; shown as hh:mm:ss. */
  duration: make<number>('duration'),
  /** Integer bytes; shown as KB, MB, GB. */
  bytes: make<number>('bytes'),
  boolean: make<boolean>('boolean'),
  choice: <const V extends string | number, const O extends FieldOptions>(choices: readonly Choice<V>[], options?: O) =>
    declare({ kind: 'choice', choices, ...options }) as unknown as FieldOf<V, O>,
  /** A calendar day, yyyy-MM-dd. */
  date: make<string>('date'),
  /** A point in time, ISO 8601 in UTC. */
  date_time: <const O extends FieldOptions>(options?: O) =>
    declare({ kind: 'date_time', ...options }) as FieldOf<string, O> & { readonly kind: 'date_time' },
  relation: <const O extends RelationOptions>(options: O) =>
    declare({ kind: 'relation', ...options }) as FieldOf<number, O>,
  relations: <const O extends RelationOptions>(options: O) =>
    declare({ kind: 'relations', ...options }) as FieldOf<number[], O>,
  tags: make<string[]>('tags'),
  image: make<string>('image'),
  json: make<unknown>('json'),
  /** HTML, sanitised by the server when written and again when shown. */
  rich_text: make<string>('rich_text'),
  /** Name of an icon in the sprite. */
  icon: make<string>('icon'),
  /** #rrggbb. */
  color: make<string>('color'),
  /** Colour, motif and layout of a drawn cover: `xiang-talk-row`. */
  cover_style: make<string>('cover_style'),
  url: make<string>('url'),
  /** Path of an uploaded document in the storage: `/uploads/files/…`. */
  file: make<string>('file'),
  /** Ordered picture paths; at most nine unless its rules say otherwise. */
  images: <const O extends FieldOptions>(options?: O) =>
    declare({ kind: 'images', rules: `array_length:0,${imageChoiceCount}`, ...options }) as FieldOf<string[], O>,
  /** `longitude,latitude` in degrees, WGS-84. */
  map_point: make<string>('map_point'),
};

export type ValueOf<F> =
  F extends Field<infer Value, infer Nullable> ? (true extends Nullable ? Value | null : Value) : never;

/** The row type of a set of fields, in JSON. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

type Writable<F extends Fields> = {
  [K in keyof F as F[K] extends { read_only: true } | { computed: true } ? never : K]: F[K];
};
type Required<F> = F extends { rules: `required${string}` | readonly [`required${string}`, ...unknown[]] }
  ? F extends { shown_when: ShownWhen }
    ? false
    : true
  : F extends { initial: unknown }
    ? true
    : false;

/** Validated input of a new row or an action. A field is always present when its first rule is `required` or it has an initial value. */
export type InputOf<F extends Fields> = {
  [K in keyof Writable<F> as Required<F[K]> extends true ? K : never]: ValueOf<F[K]>;
} & { [K in keyof Writable<F> as Required<F[K]> extends true ? never : K]?: ValueOf<F[K]> };

/** Validated input of a change: the fields that were sent. */
export type ChangeOf<F extends Fields> = {
  [K in keyof Writable<F> as F[K] extends { read_only: 'update' } ? never : K]?: ValueOf<F[K]>;
};
