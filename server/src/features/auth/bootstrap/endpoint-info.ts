import type { MenuType } from '@kaike/shared/contracts/office/menus';
import type { Fields } from '@kaike/shared/kit/field';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import type { JsonSchema } from '@kaike/shared/kit/schema';
import type { Context } from '../../../core/context.ts';
import { fieldLabel } from '../../../core/error-answer.ts';
import {
  fieldSchema,
  isRequired,
  refusals,
  refusedStatuses,
  shapeOf,
  withNull,
} from '../../../http/operations/openapi.ts';
import { pathsOf } from '../../../http/route-names.ts';
import type { Call } from '../../../core/call.ts';
import { type MenuInfo } from '../../office/menus/public.ts';
import type { RouteGuard, Route } from '../../../core/route.ts';

/** Per application in this process; tests run several. */
const tables = new WeakMap<Context, readonly Route[]>();

/** The routes of this application. */
export const routesOf = (ctx: Context): readonly Route[] => tables.get(ctx) ?? [];

/** Stores the route table for `describeEntry`. */
export const rememberRoutes = (ctx: Context, routes: readonly Route[]): void => void tables.set(ctx, routes);

type Param = {
  name: string;
  label: string;
  type: string;
  use: 'url' | 'body' | 'route';
  required: boolean;
  rules: string;
};
type Endpoint = {
  method: string;
  path: string;
  other_paths: string[];
  middleware: string[];
  params: Param[];
  responses: { status: number; description: string; schema: JsonSchema | null }[];
};

const middlewareOf: Record<RouteGuard, string[]> = {
  open: [],
  auth: ['auth'],
  member: ['auth', 'member'],
  home: ['auth', 'member', 'activated'],
  admin: ['log', 'auth', 'admin'],
};

function paramsOf(fields: Fields, use: 'url' | 'body', label: (key: string) => string): Param[] {
  return Object.entries(fields).map(([name, field]): Param => ({
    name,
    label: label(/\[(\w+)\]/.exec(name)?.[1] ?? name),
    type: [fieldSchema(field).type ?? 'string'].flat()[0] ?? 'string',
    use,
    required: isRequired(rulesOf(field)),
    rules: rulesOf(field).join('|'),
  }));
}

function describe(route: Route, label: (key: string) => string): Endpoint {
  const { method, path } = route.contract;
  const { query, body, response: answer } = shapeOf(route);
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Param => ({
    name,
    label: label(name),
    type: 'string',
    use: 'route',
    required: true,
    rules: 'required',
  }));
  return {
    method,
    path,
    other_paths: pathsOf(route.contract).slice(1),
    middleware: middlewareOf[route.guard],
    params: [...inPath, ...paramsOf(query, 'url', label), ...paramsOf(body, 'body', label)],
    responses: [
      { status: 200, description: 'OK', schema: withNull(answer.json) },
      ...refusedStatuses(route).map((status) => ({ status, description: refusals[status] ?? '', schema: null })),
    ],
  };
}

/** Endpoints of an entry: those of its permission, or for a page without one those at its own address. */
function endpointsOf(routes: readonly Route[], entry: MenuInfo): Route[] {
  const matches = routes.filter((route) => route.permission === entry.key);
  return matches.length > 0
    ? matches
    : routes.filter((route) => entry.url !== '' && pathsOf(route.contract).includes(entry.url));
}

function typeOf(entry: MenuInfo): MenuType {
  if (entry.is_link) return entry.is_out_link === 1 ? 'out_link' : 'link';
  if (entry.action !== null) return 'resource';
  return entry.is_page === 1 ? 'page' : 'folder';
}

/** An entry with what a client needs to call it; what the entry says of itself comes after what its endpoint says. */
export function describeEntry({ ctx, t }: Call, info: MenuInfo): Record<string, unknown> {
  const { own_use: use, own_middleware: own, own_params: params, own_responses: responses, ...entry } = info;
  const label = (key: string): string => fieldLabel(t, key, entry.resource ?? '');
  const endpoints = endpointsOf(routesOf(ctx), info).map((route) => describe(route, label));
  const [first] = endpoints;
  return {
    ...entry,
    type: typeOf(info),
    use: use || (entry.is_page === 1 ? 'web' : 'api'),
    as: entry.key,
    middleware: [...(first?.middleware ?? []), ...own],
    route: first ? { method: first.method, path: first.path } : null,
    params: [...(first?.params ?? []), ...params],
    responses: [...(first?.responses ?? []), ...responses.map((response) => ({ ...response, schema: null }))],
    endpoints,
  };
}
