/**
 * An address that another service calls without a session, authenticated by the signature over the bytes it sends. Features mount
 * such addresses themselves, as no contract reads their bodies; the OpenAPI document lists them all the same.
 */
export type CallbackEndpoint = {
  method: 'GET' | 'POST';
  /** Below the base, with `:name` for parameters. */
  path: string;
  summary: string;
  /** Media types of the body. */
  takes: readonly string[];
  /** Where the signature and its inputs are. */
  query?: readonly string[];
  headers?: readonly string[];
  /** Status to meaning, including those of refused messages. */
  answers: Readonly<Record<number, string>>;
};
