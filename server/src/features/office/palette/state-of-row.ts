import { sql, type RawBuilder } from 'kysely';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';

/** The stored fields of a row `r` that its verbs depend on, as an object. */
export function stateOf({ actions, fields, status }: ResourceDefinition): RawBuilder<unknown> {
  const ofActions = Object.values(actions ?? {}).flatMap((action) => (action.when ?? []).map(({ field }) => field));
  const keys = [...new Set([...ofActions, ...(status ? [status.field] : [])])].filter(
    (key) => !fields[key]?.computed && !fields[key]?.masked,
  );
  return keys.length > 0
    ? sql`jsonb_build_object(${sql.join(keys.flatMap((key) => [sql`${key}::text`, sql`r.${sql.ref(key)}`]))})`
    : sql`'{}'::jsonb`;
}
