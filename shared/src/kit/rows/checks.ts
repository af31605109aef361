/** What a row still lacks for a verb. */
export type RowCheck = {
  /** Without a `must` the verb is refused; a `should` is advice. */
  level: 'must' | 'should';
  key: string;
  /** In the reader's language. */
  text: string;
  /** Where it is mended: the query of the record's page, such as its tab. */
  to: Record<string, string>;
};
