/**
 * An address another service calls without a session: the signature over the bytes it sends decides. Such addresses are mounted by
 * their features, as no contract reads their bodies; the interface's description names them all the same.
 */
export type NoticeAddress = {
  method: 'GET' | 'POST';
  /** Below the base, with `:name` for its parts. */
  path: string;
  summary: string;
  /** Media types of the body. */
  takes: readonly string[];
  /** What the signature is made of and lies in. */
  query?: readonly string[];
  headers?: readonly string[];
  /** Status to meaning, those of refused messages included. */
  answers: Readonly<Record<number, string>>;
};
