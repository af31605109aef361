import { AppError } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import type { Context } from '../../../../core/context.ts';
import { createSemaphore, type Semaphore } from '../../../../core/limits/semaphore.ts';
import type { Route } from '../../../../core/route.ts';
import type { Resource } from '../../../../kit/behaviour.ts';
import { resourceTranslator } from '../../../../kit/resource-translations.ts';
import { resourceRoutesOf } from '../../../../kit/resource-routes.ts';
import type { LoadedPlugin } from '../run/plugin-host.ts';
import { resourcesOf } from './find-resource.ts';

/** A statement of the plugin may hold rows for a while: so few connections of the server wait for them at once. */
const atOnce = { limit: 2, queue: 100 };

/** The same route with the words of the resource, in its answers and in its refusals. */
const withWords = (route: Route, resource: Resource, inSlot: Semaphore): Route => ({
  ...route,
  handler: async (call: AdminCall) => {
    const t = resourceTranslator(call, resource);
    try {
      return await inSlot(() => route.handler({ ...call, t } as never));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new AppError(error.code, { ...error.details, about: { t, resource: resource.definition.name } });
    }
  },
});

/** The routes of a plugin's resources: those that the engine makes for every definition. */
export function routesOfResources(ctx: Context, plugin: LoadedPlugin): Route[] {
  const inSlot = createSemaphore(atOnce);
  return resourcesOf(ctx, plugin).flatMap((resource) =>
    resourceRoutesOf(ctx.resources, resource).map((route) => withWords(route, resource, inSlot)),
  );
}
