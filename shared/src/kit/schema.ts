/** A JSON Schema with the TypeScript type it describes. The server serialises responses with it, and OpenAPI is generated from it. */
export type Schema<Value = unknown> = { readonly json: JsonSchema; readonly _value?: Value };

export type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: readonly (string | number | null)[];
  additionalProperties?: boolean | JsonSchema;
  nullable?: boolean;
  description?: string;
  format?: string;
};

export type SchemaValue<S> = S extends Schema<infer Value> ? Value : never;

type OptionalSchema<Value> = Schema<Value> & { readonly optional: true };
type Properties = Record<string, Schema | OptionalSchema<unknown>>;
type RequiredKeys<P extends Properties> = { [K in keyof P]: P[K] extends { optional: true } ? never : K }[keyof P];
type OptionalKeys<P extends Properties> = Exclude<keyof P, RequiredKeys<P>>;
type ObjectValue<P extends Properties> = { [K in RequiredKeys<P>]: SchemaValue<P[K]> } & {
  [K in OptionalKeys<P>]?: SchemaValue<P[K]> | undefined;
};

const of = <Value>(json: JsonSchema): Schema<Value> => ({ json });

/** Builders of response schemas. The browser uses little more than their types. */
export const s = {
  string: () => of<string>({ type: 'string' }),
  number: () => of<number>({ type: 'number' }),
  integer: () => of<number>({ type: 'integer' }),
  boolean: () => of<boolean>({ type: 'boolean' }),
  /** A date and time as ISO 8601 text in UTC. */
  time: () => of<string>({ type: 'string', format: 'date-time' }),
  literal: <const V extends string | number>(...values: V[]) =>
    of<V>({ type: typeof values[0] === 'number' ? 'number' : 'string', enum: values }),
  array: <S extends Schema>(items: S) => of<SchemaValue<S>[]>({ type: 'array', items: items.json }),
  nullable: <S extends Schema>(inner: S) => of<SchemaValue<S> | null>({ ...inner.json, nullable: true }),
  optional: <S extends Schema>(inner: S): OptionalSchema<SchemaValue<S>> => ({ json: inner.json, optional: true }),
  record: <S extends Schema>(values: S) =>
    of<Record<string, SchemaValue<S>>>({ type: 'object', additionalProperties: values.json }),
  /** Any JSON value; for rows whose fields come from a resource definition. */
  any: () => of<unknown>({}),
  object: <P extends Properties>(properties: P) =>
    of<ObjectValue<P>>({
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, schema.json])),
      required: Object.entries(properties)
        .filter(([, schema]) => !('optional' in schema))
        .map(([key]) => key),
    }),
};
