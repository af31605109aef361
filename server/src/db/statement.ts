import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './pool.ts';

/** Stands for a value that comes later. */
class Placeholder {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

const placeholders = new Proxy({}, { get: (_target, key) => new Placeholder(String(key)) });

/**
 * A statement whose text is put together once and then sent with other values: what many ask for every second spends nothing on
 * building it anew. `build` sees stand-ins instead of values, by their names, and may only put them into the text; what depends on a
 * value belongs into the SQL or into another statement.
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
