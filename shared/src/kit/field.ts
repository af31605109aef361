import { imageChoiceCount } from '../domain/constants.ts';
import type { FileType } from '../domain/file-types.ts';

/** The kinds a field may have. Each kind has three halves with one name: here, in the server's kit and in the browser's kit. */
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
  | 'markdown'
  | 'icon'
  | 'color'
  | 'url'
  | 'file'
  | 'images'
  | 'map_point';

/** The eleven looks of a status tag (specification, section 9). */
export type Tone =
  | 'default'
  | 'primary'
  | 'success'
  | 'info'
  | 'warning'
  | 'danger'
  | 'muted'
  | 'purple'
  | 'cyan'
  | 'gold'
  | 'outline';

export type Choice<Value extends string | number = string | number> = {
  readonly value: Value;
  readonly key: string;
  readonly tone?: Tone;
  /** Set by the server alone: shown and filtered by, never offered in a form. */
  readonly reserved?: true;
};

export type FieldOptions = {
  /** Rules of the shared engine, beyond those the kind brings. */
  readonly rules?: string | readonly string[];
  /** The value may be absent: null in the table and in JSON. */
  readonly nullable?: boolean;
  /** `true`: never accepted from a client. `'update'`: accepted when the row is made, never after. */
  readonly read_only?: boolean | 'update';
  /** The value comes from an expression of the server's behaviour file instead of a column. */
  readonly computed?: boolean;
  /** The value of a new row when the client sends none; also what the empty form shows. */
  readonly initial?: unknown;
  /** Shown in part. Who holds the resource's `reveal` permission asks for the whole, which is logged, or exports it. */
  readonly masked?: 'mobile' | 'email' | 'id_card';
  /** Asked for only while another field holds one of these values; hidden, it is neither checked nor written. */
  readonly shown_when?: ShownWhen;
  /** `relations` only: two lists side by side instead of a select. */
  readonly look?: 'transfer';
  /** `file` only: extensions that are taken; the usual ones unless given. The content has to be what the extension says. */
  readonly accept?: readonly FileType[];
  /** `file` only: bytes of the largest file; 50 MB unless given. */
  readonly max_bytes?: number;
};

export type ShownWhen = { readonly field: string; readonly in: readonly (string | number | boolean | null)[] };

/** A field of a resource, an action or a request. `Value` is the type it has in rows and input. */
export type Field<Value = unknown, Nullable extends boolean = boolean> = FieldOptions & {
  readonly kind: FieldKind;
  readonly choices?: readonly Choice[];
  /** Resource whose rows a relation points at. */
  readonly resource?: string;
  /** Field of that resource which the value holds; its id unless given. Only for fields the server writes. */
  readonly by?: string;
  /** Number of decimals kept by `decimal`. */
  readonly decimals?: number;
  readonly _value?: Value;
  readonly _nullable?: Nullable;
};

export type Fields = Record<string, Field>;

type NullableOf<O extends FieldOptions> = O extends { nullable: true } ? true : false;
type FieldOf<Value, O extends FieldOptions> = Field<Value, NullableOf<O>> & O;

const make =
  <Value>(kind: FieldKind) =>
  <const O extends FieldOptions>(options?: O): FieldOf<Value, O> =>
    ({ kind, ...options }) as FieldOf<Value, O>;

type RelationOptions = FieldOptions & { readonly resource: string; readonly by?: string };

/** Builders of fields; the only functions a definition calls. */
export const field = {
  id: () => ({ kind: 'id', read_only: true }) as FieldOf<number, { read_only: true }> & { kind: 'id' },
  text: make<string>('text'),
  long_text: make<string>('long_text'),
  mobile: make<string>('mobile'),
  email: make<string>('email'),
  /** Write-only text that is never sent back nor logged. */
  password: make<string>('password'),
  integer: make<number>('integer'),
  decimal: <const O extends FieldOptions & { decimals: number }>(options: O) =>
    ({ kind: 'decimal', ...options }) as FieldOf<number, O>,
  /** Integer fen; people see and type yuan. */
  money: make<number>('money'),
  /** Integer seconds; shown as hh:mm:ss. */
  duration: make<number>('duration'),
  /** Integer bytes; shown as KB, MB, GB. */
  bytes: make<number>('bytes'),
  boolean: make<boolean>('boolean'),
  choice: <const V extends string | number, const O extends FieldOptions>(choices: readonly Choice<V>[], options?: O) =>
    ({ kind: 'choice', choices, ...options }) as unknown as FieldOf<V, O>,
  /** A calendar day, yyyy-MM-dd. */
  date: make<string>('date'),
  /** A moment, ISO 8601 in UTC. */
  date_time: make<string>('date_time'),
  relation: <const O extends RelationOptions>(options: O) => ({ kind: 'relation', ...options }) as FieldOf<number, O>,
  relations: <const O extends RelationOptions>(options: O) =>
    ({ kind: 'relations', ...options }) as FieldOf<number[], O>,
  tags: make<string[]>('tags'),
  image: make<string>('image'),
  json: make<unknown>('json'),
  /** HTML, sanitised by the server when it is written and again where it is shown. */
  rich_text: make<string>('rich_text'),
  markdown: make<string>('markdown'),
  /** Name of an icon of the sprite. */
  icon: make<string>('icon'),
  /** #rrggbb. */
  color: make<string>('color'),
  url: make<string>('url'),
  /** Address of an uploaded document, as the storage gives it: `/uploads/files/…`. */
  file: make<string>('file'),
  /** Addresses of pictures in order; at most nine unless its rules say otherwise. */
  images: <const O extends FieldOptions>(options?: O) =>
    ({ kind: 'images', rules: `array_length:0,${imageChoiceCount}`, ...options }) as FieldOf<string[], O>,
  /** `longitude,latitude` in degrees, WGS-84. */
  map_point: make<string>('map_point'),
};

export type ValueOf<F> =
  F extends Field<infer Value, infer Nullable> ? (true extends Nullable ? Value | null : Value) : never;

/** The row of a set of fields, as tables and JSON hold it. */
export type RowOf<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> };

/** What a client may send: writable fields only, each optional (rules decide what is required). */
export type InputOf<F extends Fields> = {
  [K in keyof F as F[K] extends { read_only: true } | { computed: true } ? never : K]?: ValueOf<F[K]>;
};
