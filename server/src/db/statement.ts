import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './pool.ts';

/** Stands in for a value that is supplied later. */
class Placeholder {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

const placeholders = new Proxy({}, { get: (_target, key) => new Placeholder(String(key)) });

/**
 * A statement that is compiled once and then run with different values, which saves frequent queries the cost of building it again.
 * `build` gets named placeholders instead of values and may only insert them into the text; what depends on a value belongs in the
 * SQL or in another statement.
 */
export function statement<Params extends object, Row>(
  build: (params: Params) => RawBuilder<Row>,
): (db: Db, params: Params) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | null = null;
  return async (db, params) => {
    compiled ??= build(placeholders as Params).compile(db);
    const values = compiled.parameters.map((one) =>
      one instanceof Placeholder ? params[one.key as keyof Params] : one,
    );
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(compiled.sql, values));
    return rows;
  };
}
