import { type ResourceDefinition, permissionOf } from '@kaike/shared/kit/resource';
import { hasPermission } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';

/** The list the views belong to; it requires the permission to open the list. */
export async function loadListDefinition({ actor, ctx }: AdminCall, name: string): Promise<ResourceDefinition> {
  const resource = await ctx.resources.find(name);
  assert(resource, 'request.not_found');
  assert(hasPermission(actor, permissionOf(resource.definition, 'list')), 'access.denied');
  return resource.definition;
}
