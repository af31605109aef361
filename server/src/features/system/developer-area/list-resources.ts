import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ResourceEntry, ResourceFieldEntry } from '@kaike/shared/contracts/system/developments';
import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Field } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { AdminCallOf } from '../../../core/call.ts';
import type { Route } from '../../../core/route.ts';
import type { Resource } from '../../../kit/behaviour.ts';
import { resourceRoutesOf } from '../../../kit/resource-routes.ts';
import { routesOf } from '../../auth/bootstrap/public.ts';

/** Where a definition, what the server adds to it, and what the browser does are written. */
const places = [
  { folder: 'shared/src/resources', ending: '.ts' },
  { folder: 'server/src/features', ending: '.resource.ts' },
  { folder: 'web/src/features', ending: '.resource.tsx' },
  { folder: 'shared/src/locales', ending: '.json' },
] as const;

/** Source files by the resource they are named after; none where there is no source. */
function readFiles(root: string): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { folder, ending } of places.filter((place) => existsSync(join(root, place.folder))))
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      const name = path.split('/').at(-1) ?? '';
      const isWording = ending === '.json';
      if (!name.endsWith(ending) || (isWording && !path.includes('/resources/'))) continue;
      const resource = name.slice(0, -ending.length);
      files.set(resource, [...(files.get(resource) ?? []), `${folder}/${path}`]);
    }
  return files;
}

const keyOf = (column: string): string => column.replace(/^-/, '');

/** Where each field is used, by the part of the definition that names it. */
const usesOf = ({ list, form = [], transfer }: ResourceDefinition): Record<string, readonly string[]> => ({
  list: list.columns,
  filter: list.filters ?? [],
  search: list.search ?? [],
  sort: [...(list.sort ?? []), keyOf(list.default_sort)],
  form: form.flatMap(({ fields }) => fields),
  export: transfer?.export ?? [],
  import: transfer?.import ?? [],
});

const describeField = (key: string, field: Field, uses: Record<string, readonly string[]>): ResourceFieldEntry => ({
  key,
  kind: field.kind,
  rules: [field.rules ?? []].flat().join('|'),
  uses: Object.keys(uses).filter((use) => uses[use]?.includes(key)),
});

const belongsTo = ({ area, name }: ResourceDefinition, { contract: { path } }: Route): boolean =>
  path === `/${area}/${name}` || path.startsWith(`/${area}/${name}/`);

function describeResource(
  { definition, behaviour }: Resource,
  routes: readonly Route[],
): Omit<ResourceEntry, 'files' | 'plugin'> {
  const { area, name, table, only, fields, permissions = [] } = definition;
  const own = routes.filter((route) => belongsTo(definition, route));
  const uses = usesOf(definition);
  const prefix = `${area}.${name}.`;
  const guarded = own.flatMap(({ permission }) => (permission?.startsWith(prefix) ? [permission] : []));
  return {
    name,
    table,
    operations: [...only],
    fields: Object.entries(fields).map(([key, field]) => describeField(key, field, uses)),
    routes: own.map(({ contract: { method, path } }) => `${method} ${path}`).toSorted(),
    permissions: [...new Set([...guarded, ...permissions.map((one) => prefix + one)])].toSorted(),
    hooks: Object.entries(behaviour)
      .flatMap(([key, part]) =>
        typeof part === 'object' && part ? Object.keys(part).map((one) => `${key}.${one}`) : [key],
      )
      .toSorted(),
  };
}

/** Every resource with what its definition and its behaviour make of it, those of plugins that are on included. */
export async function listResources({
  ctx,
  locale,
}: AdminCallOf<typeof developments.listResources>): Promise<ResponseOf<typeof developments.listResources>> {
  const files = readFiles(ctx.config.project_root);
  const routes = routesOf(ctx);
  const brought = await ctx.resources.listBrought(locale);
  const resources: ResourceEntry[] = [
    ...ctx.resources.all.map((resource) => ({
      ...describeResource(resource, routes),
      plugin: null,
      files: files.get(resource.definition.name) ?? [],
    })),
    ...brought.map(({ resource, by }) => ({
      ...describeResource(resource, resourceRoutesOf(ctx.resources, resource)),
      plugin: by,
      files: [],
    })),
  ];
  return { resources: resources.toSorted((left, right) => left.name.localeCompare(right.name)) };
}
