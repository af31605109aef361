import {
  routeKey,
  wordsIn,
  type PluginRoute,
  type LocalizedText,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { contract } from '@kaike/shared/kit/contract';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { Area } from '@kaike/shared/kit/resource';
import { s } from '@kaike/shared/kit/schema';
import { isAdmin, type Actor } from '../../../../core/actor.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { Call } from '../../../../core/call.ts';
import type { Context } from '../../../../core/context.ts';
import { route as declare, type Route, type RouteLimit } from '../../../../core/route.ts';
import { ownPermission } from '../life/plugin-menus.ts';
import { writeLine } from '../plugins.store.ts';
import { routesOfResources } from '../resources/resource-routes.ts';
import { pluginsOf, type LoadedPlugin, type PluginHost } from '../run/plugin-host.ts';
import { PluginFailure } from '../run/plugin-process.ts';
import { pickAnswer, WrongAnswer } from './answer-shape.ts';

/** By what right somebody calls: in the back office as an administrator, else as a member if they are one. */
function kindOf(actor: Actor | null, area: Area): 'admin' | 'member' | 'visitor' {
  if (actor && isAdmin(actor) && (area === 'admin' || !actor.member)) return 'admin';
  return actor?.member ? 'member' : 'visitor';
}

/** What a handler learns of the request: who calls, of which agency, and nothing of the session. */
const requestOf = ({ ctx, params, query, body, locale, actor }: Call<Actor | null>, area: Area) => ({
  params,
  query,
  body,
  locale,
  now: ctx.clock().toISOString(),
  today: dayOf(ctx.clock()),
  caller: kindOf(actor, area),
  member: actor?.member ? { id: actor.member.id, name: actor.name, agency_id: actor.member.agency_id } : null,
  admin:
    actor && isAdmin(actor)
      ? { id: actor.admin.id, name: actor.name, agency_id: actor.admin.agency?.id ?? null }
      : null,
});

const inLanguages = (refusal: Record<string, string>): LocalizedText => ({ 'zh-CN': '', ...refusal });

async function run(
  call: Call<Actor | null>,
  { row }: LoadedPlugin,
  host: PluginHost,
  route: PluginRoute,
): Promise<unknown> {
  const name = routeKey(route);
  try {
    return pickAnswer(route.answer, await host.call(row.id, 'route', { name, input: requestOf(call, route.area) }));
  } catch (error) {
    if (error instanceof PluginFailure)
      throw new AppError('plugin.refused', { message: wordsIn(inLanguages(error.refusal ?? {}), call.locale) });
    if (!(error instanceof WrongAnswer)) throw error;
    const { ctx } = call;
    await writeLine(ctx.db, { plugin: row.id, level: 'error', message: `${name}: ${error.message}`, now: ctx.clock() });
    throw new AppError('plugin.failed', { cause: error });
  }
}

function toRoute(plugin: LoadedPlugin, host: PluginHost, one: PluginRoute): Route {
  const { area, method, path, query, body } = one;
  const { id } = plugin.row;
  const declared = contract({ method, path: `/${area}/plugins/${id}${path}`, query, body, response: s.any() });
  const limit: RouteLimit = { by: area === 'open' ? 'ip' : 'user', max: one.per_minute, seconds: 60 };
  const options = { limit, handler: (call: Call<Actor | null>) => run(call, plugin, host, one) };
  if (area === 'open') return declare.open(declared, options);
  if (area === 'admin')
    return declare.admin(declared, {
      ...options,
      permission: ownPermission(id, one.permission ?? ''),
      // What it does is the plugin's own; nothing of it makes credentials of the product.
      by_token: true,
    });
  return one.activated ? declare.home(declared, options) : declare.member(declared, options);
}

/** The values of the parameters when a path matches a pattern. */
function match(pattern: string, path: string): Record<string, string> | null {
  const [parts, actual] = [pattern.split('/'), path.split('/')];
  if (parts.length !== actual.length) return null;
  const isMatch = parts.every((part, index) => part.startsWith(':') || part === actual[index]);
  return isMatch
    ? Object.fromEntries(
        parts.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), actual[index] ?? '']] : [])),
      )
    : null;
}

const parametersIn = ({ contract: { path } }: Route): number => path.split('/:').length;

/** Its own routes and those of its resources; where two match, the one with fewer parameters comes first. */
const routesOf = (ctx: Context, plugin: LoadedPlugin): Route[] =>
  [
    ...plugin.row.manifest.routes.map((one) => toRoute(plugin, pluginsOf(ctx), one)),
    ...routesOfResources(ctx, plugin),
  ].toSorted((left, right) => parametersIn(left) - parametersIn(right));

/** The route of a plugin at an address, guarded and limited like those of the product; null when no plugin has it. */
export async function findRoute(
  ctx: Context,
  { plugin: id, method, path }: { plugin: string; method: string; path: string },
): Promise<{ route: Route; params: Record<string, string> } | null> {
  const plugin = await pluginsOf(ctx).find(id);
  if (!plugin) return null;
  const routes = (plugin.routes ??= routesOf(ctx, plugin));
  for (const route of routes) {
    const params = route.contract.method === method ? match(route.contract.path, path) : null;
    if (params) return { route, params };
  }
  return null;
}
