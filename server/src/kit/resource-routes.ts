import { contract, type Method } from '@kaike/shared/kit/contract';
import { permissionOf, type Operation, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { s } from '@kaike/shared/kit/schema';
import { anyAdmin, route, type Route } from '../core/route.ts';
import type { AdminCall, ById } from '../core/call.ts';
import { canPerform } from './access.ts';
import type { Resource } from './behaviour.ts';
import { shapesOf, type EndpointShape } from './describe-endpoint.ts';
import { exportFile } from './transfer/export-file.ts';
import { rememberHeads, getImportColumns } from './transfer/import-columns.ts';
import { importTemplate } from './transfer/import-template.ts';
import type { Registry } from './registry.ts';
import { listTree } from './read/tree-rows.ts';
import { maskedKeys, revealContract, revealFields } from './read/reveal.ts';
import * as handlers from './resource-handlers.ts';

type Handler<C extends AdminCall> = (call: C, resource: Resource) => Promise<unknown>;

const any = <P extends string>(method: Method, path: P) => contract({ method, path, response: s.any() });

type Endpoint<C extends AdminCall = AdminCall> = {
  operation: Operation;
  method: Method;
  path: string;
  handler: Handler<C>;
  status?: 201;
  /** Definitions that have it, among those with the operation; all unless set. */
  when?: (definition: ResourceDefinition) => boolean;
};

/** The endpoints of every resource; those of operations outside `only` do not exist. */
const endpoints: readonly Endpoint[] = [
  { operation: 'list', method: 'GET', path: '', handler: handlers.index },
  { operation: 'list', method: 'GET', path: '/list', handler: handlers.list },
  {
    operation: 'list',
    method: 'GET',
    path: '/tree',
    handler: listTree,
    when: ({ list }) => list.layouts?.includes('tree') ?? false,
  },
  { operation: 'export', method: 'GET', path: '/export', handler: handlers.exportData },
  { operation: 'export', method: 'GET', path: '/export.xlsx', handler: exportFile },
  { operation: 'import', method: 'POST', path: '/import', handler: handlers.importData },
  { operation: 'import', method: 'POST', path: '/import-preview', handler: handlers.importPreview },
  { operation: 'import', method: 'GET', path: '/import-template', handler: importTemplate },
  { operation: 'import', method: 'GET', path: '/import-columns', handler: getImportColumns },
  { operation: 'import', method: 'PUT', path: '/import-columns', handler: rememberHeads },
  { operation: 'create', method: 'POST', path: '', handler: handlers.create, status: 201 },
  { operation: 'delete', method: 'DELETE', path: '', handler: handlers.remove },
  {
    operation: 'delete',
    method: 'POST',
    path: '/restore',
    handler: handlers.restore,
    when: ({ hard_delete: isForGood }) => !isForGood,
  },
];

/** The endpoints of the definition among these. */
const endpointsOf = <E extends Pick<Endpoint, 'operation' | 'when'>>(
  definition: ResourceDefinition,
  all: readonly E[],
): E[] => all.filter(({ operation, when }) => definition.only.includes(operation) && (when?.(definition) ?? true));

const rowEndpoints: readonly (Endpoint<AdminCall & ById> & { path: '' | '/checks' })[] = [
  { operation: 'show', method: 'GET', path: '', handler: handlers.get },
  {
    operation: 'show',
    method: 'GET',
    path: '/checks',
    handler: handlers.checks,
    when: ({ status }) => status?.checked !== undefined,
  },
  { operation: 'update', method: 'PUT', path: '', handler: handlers.update },
];

/** A path with an underscore in the specification is served in both spellings. */
const spellings = (name: string): string[] => (name.includes('-') ? [name, name.replaceAll('-', '_')] : [name]);

/** Who may look up rows of a resource: anyone with its list, or with the list of a resource that refers to it. Also the columns such fields identify the rows by. */
function lookupOf(registry: Registry, resource: Resource): handlers.OptionLookup {
  const { name } = resource.definition;
  const pointing = registry.all.flatMap(({ definition }) => {
    const fields = [
      definition.fields,
      ...Object.values(definition.actions ?? {}).map((action) => action.fields ?? {}),
    ].flatMap((group) => Object.values(group));
    const relations = fields.filter((field) => field.resource === name);
    return relations.length > 0
      ? [
          {
            definition,
            known_by: relations.map((field) => field.by ?? 'id'),
            known_where: relations.flatMap(({ where }) => (where ? [where] : [])),
          },
        ]
      : [];
  });
  return {
    permissions: [resource, ...pointing].map(({ definition }) => permissionOf(definition, 'list')),
    known_by: new Set(['id', ...pointing.flatMap((one) => one.known_by)]),
    known_where: new Map(pointing.flatMap((one) => one.known_where.map((where) => [JSON.stringify(where), where]))),
  };
}

/** Routes of one resource. */
export function resourceRoutesOf(registry: Registry, resource: Resource): Route[] {
  const { definition, behaviour } = resource;
  const base = `/${definition.area}/${definition.name}`;
  // For who reads them first: a start needs neither.
  let shapes: Record<string, EndpointShape> | null = null;
  let lookup: handlers.OptionLookup | null = null;
  const shapeOf = (method: Method, path: string) => ({
    shape: () => (shapes ??= shapesOf(resource))[`${method} ${path}`] ?? null,
  });
  const { closed_to_tokens: closed = [] } = definition;
  const isOpen = (operation: Operation | 'reveal'): boolean => closed !== 'all' && !closed.includes(operation);
  const routes: Route[] = [];
  for (const { operation, method, path, handler, status } of endpointsOf(definition, endpoints)) {
    routes.push(
      route.admin(any(method, base + path), {
        permission: permissionOf(definition, operation),
        by_token: isOpen(operation),
        ...shapeOf(method, path),
        ...(status ? { status } : {}),
        handler: (call) => handler(call, resource),
      }),
    );
  }
  for (const { operation, method, path, handler } of endpointsOf(definition, rowEndpoints)) {
    routes.push(
      route.admin(any(method, `${base}/:id${path}`), {
        permission: permissionOf(definition, operation),
        by_token: isOpen(operation),
        ...shapeOf(method, `/:id${path}`),
        handler: (call) => handler(call, resource),
      }),
    );
  }
  for (const [name, action] of Object.entries(definition.actions ?? {})) {
    if (!behaviour.actions?.[name]) continue;
    for (const spelling of spellings(name)) {
      routes.push(
        route.admin(any(action.method, `${base}/${spelling}`), {
          permission: permissionOf(definition, name),
          by_token: closed !== 'all' && action.by_token === true,
          admits: ({ actor }) => canPerform(actor, definition, name),
          ...shapeOf(action.method, `/${name}`),
          handler: (call) => handlers.act(call, resource, name),
        }),
      );
    }
  }
  if (maskedKeys(definition).length > 0 && definition.permissions?.includes('reveal')) {
    routes.push(
      route.admin(revealContract(`${base}/:id/reveal`), {
        permission: permissionOf(definition, 'reveal'),
        by_token: isOpen('reveal'),
        handler: (call) => revealFields(call, resource),
      }),
    );
  }
  routes.push(
    route.admin(any('GET', `${base}/options`), {
      permission: anyAdmin,
      ...shapeOf('GET', '/options'),
      handler: (call) => handlers.options(call, resource, (lookup ??= lookupOf(registry, resource))),
    }),
  );
  return [...(behaviour.routes ?? []), ...routes];
}

/** Routes of every resource, from the definitions. */
export function resourceRoutes(registry: Registry): Route[] {
  return registry.all.flatMap((resource) => resourceRoutesOf(registry, resource));
}
