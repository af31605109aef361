import type * as pluginsApi from '@kaike/shared/contracts/system/plugins';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { permissionOf } from '@kaike/shared/kit/resource';
import { hasPermission } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';

/** What a browser needs to draw the pages of a resource that it does not know by itself. */
export async function getResourceDefinitions({
  ctx,
  actor,
  locale,
  query,
}: AdminCallOf<typeof pluginsApi.getResourceDefinitions>): Promise<
  ResponseOf<typeof pluginsApi.getResourceDefinitions>
> {
  const resource = await ctx.resources.find(query.name);
  assert(resource, 'request.not_found');
  assert(hasPermission(actor, permissionOf(resource.definition, 'list')), 'access.denied');
  return { definition: resource.definition, words: resource.words?.(locale) ?? {} };
}
