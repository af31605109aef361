import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './pool.ts';

/** Stands for a value that comes later. */
class Place {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

const places = new Proxy({}, { get: (_target, key) => new Place(String(key)) });

/**
 * A statement whose text is put together once and then sent with other values: what many ask for every second spends nothing on
 * building it anew. `build` sees stand-ins instead of values, by their names, and may only put them into the text; what depends on a
 * value belongs into the SQL or into another statement.
 */
export function statement<Given extends object, Row>(
  build: (given: Given) => RawBuilder<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  let made: CompiledQuery<Row> | null = null;
  return async (db, given) => {
    made ??= build(places as Given).compile(db);
    const values = made.parameters.map((one) => (one instanceof Place ? given[one.key as keyof Given] : one));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(made.sql, values));
    return rows;
  };
}
