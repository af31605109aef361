import { permissionOf } from '@kaike/shared/kit/resource';
import { assert } from '../../../core/app-error.ts';
import type { Resource } from '../../../kit/behaviour.ts';

/** The permission a run needs, checked again for each page. Restoring needs the permission to delete. */
export function permissionFor({ definition, behaviour }: Resource, action: string): string {
  const isKnown =
    action === 'delete' || action === 'restore'
      ? definition.only.includes('delete') && !(action === 'restore' && definition.hard_delete)
      : definition.actions?.[action]?.on === 'rows' &&
        definition.actions[action].single_row !== true &&
        behaviour.actions?.[action] !== undefined;
  assert(isKnown, 'request.not_found');
  return permissionOf(definition, action === 'restore' ? 'delete' : action);
}
