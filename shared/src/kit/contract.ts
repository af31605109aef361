import type { Field, Fields, ValueOf } from './field.ts';
import type { Schema, SchemaValue } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Declaration of one hand-written endpoint, used by the route, the browser's client and the OpenAPI document. */
export type Contract<B extends Fields = Fields, Q extends Fields = Fields, A = unknown, P extends string = string> = {
  readonly method: Method;
  /** Path below /api or /web-api, with `:id` parameters. */
  readonly path: P;
  readonly body: B;
  readonly query: Q;
  readonly response: Schema<A>;
};

type Required<F> = F extends { rules: infer R }
  ? R extends `required${string}`
    ? true
    : R extends readonly [`required${string}`, ...unknown[]]
      ? true
      : false
  : false;
type NeededKeys<F extends Fields> = { [K in keyof F]: Required<F[K]> extends true ? K : never }[keyof F];

/** The validated value of a set of request fields; fields whose first rule is `required` are always present. */
export type Received<F extends Fields> = { [K in NeededKeys<F>]: ValueOf<F[K]> } & {
  [K in Exclude<keyof F, NeededKeys<F>>]?: (F[K] extends Field<infer V> ? V | null : never) | undefined;
};

type ParamNames<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;
type NumberName = 'id' | 'part' | `${string}_id`;

/** Whether a path parameter of this name is a whole number: ids and `part`. */
export const isNumberParam = (name: string): name is NumberName =>
  name === 'id' || name === 'part' || name.endsWith('_id');

type ContractShape<B extends Fields, Q extends Fields, S extends Schema, P extends string> = {
  readonly method: Method;
  readonly path: P;
  readonly body?: B;
  readonly query?: Q;
  readonly response: S;
};

/** Declares an endpoint. Body and query are fields (parsed and validated by their rules), `answer` is the response schema. */
export function contract<
  const B extends Fields = Record<never, never>,
  const Q extends Fields = Record<never, never>,
  S extends Schema = Schema,
  const P extends string = string,
>(shape: ContractShape<B, Q, S, P>): Contract<B, Q, SchemaValue<S>, P> {
  return { body: {} as B, query: {} as Q, ...shape } as Contract<B, Q, SchemaValue<S>, P>;
}

export type BodyOf<C> = C extends Contract<infer B, Fields, unknown> ? Received<B> : never;
export type QueryOf<C> = C extends Contract<Fields, infer Q, unknown> ? Received<Q> : never;
export type ResponseOf<C> = C extends Contract<Fields, Fields, infer A> ? A : never;
/** Path parameters: `/home/courses/:id/files/:file_id` has the numbers `id` and `file_id`. */
export type ParamsOf<C> =
  C extends Contract<Fields, Fields, unknown, infer P>
    ? { [N in ParamNames<P>]: N extends NumberName ? number : string }
    : never;
