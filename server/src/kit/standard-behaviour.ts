import { sql } from 'kysely';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { AppError } from '../core/app-error.ts';
import { rowScope } from './access.ts';
import type { Resource, ResourceBehaviour, Values, Write } from './behaviour.ts';
import { assignInput } from './write/assign-input.ts';

/** The parent of a row exists, in the scope, and is neither the row itself nor below it. */
async function checkParent(
  { trx, call }: Write,
  resource: Resource,
  { id, values }: { id: number | null; values: Values },
) {
  const parentId = values['parent_id'] ?? null;
  if (parentId === null) return;
  const { definition } = resource;
  const table = sql.table(definition.table);
  const { rows } = await sql<{ id: number }>`with recursive above (id, parent_id) as (
      select r.id, r.parent_id from ${table} r where r.id = ${parentId} and ${rowScope(call.actor, resource)}
      union select t.id, t.parent_id from ${table} t join above a on t.id = a.parent_id)
    select id from above`.execute(trx);
  const isLoop = rows.some((row) => row.id === id);
  if (isLoop && typeof definition.tree === 'object') throw new AppError(definition.tree.loop, { field: 'parent_id' });
  if (isLoop || rows.length === 0)
    throw new AppError('request.invalid', { failures: { parent_id: [{ rule: 'in', params: [] }] } });
}

/** Rows have a parent of the same resource, as in every tree. */
const hasParents = ({ name, fields }: ResourceDefinition): boolean => fields['parent_id']?.resource === name;

/** Adds to the behaviour of a feature what the definition brings by its properties alone. */
export function addStandardBehaviour(resource: Resource): ResourceBehaviour {
  const { definition, behaviour } = resource;
  const { table, has_status_action, has_remark_action } = definition;
  const actions = {
    ...(has_status_action ? { 'change-status': assignInput(table, ['status']) } : {}),
    ...(has_remark_action ? { remark: assignInput(table, ['remark']) } : {}),
    ...behaviour.actions,
  };
  if (!hasParents(definition)) return { ...behaviour, actions };
  return {
    ...behaviour,
    actions,
    async beforeCreate(write, values) {
      await checkParent(write, resource, { id: null, values });
      return behaviour.beforeCreate?.(write, values) ?? values;
    },
    async beforeUpdate(write, change) {
      await checkParent(write, resource, { id: change.before.id, values: change.values });
      return behaviour.beforeUpdate?.(write, change) ?? change.values;
    },
  };
}
