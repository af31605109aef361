import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { resources } from '@kaike/shared/resources/index';
import type { Locale } from '@kaike/shared/locales/languages';
import type { Label, Resource, ResourceBehaviour } from './behaviour.ts';
import { addStandardBehaviour } from './standard-behaviour.ts';

/** A resource with the title of what it came with. */
export type BroughtResource = { resource: Resource; by: string };

/** Resources that come and go while the server runs. */
export type ResourceSource = {
  find: (name: string) => Promise<Resource | null>;
  /** Those that are there now. */
  list: (locale: Locale) => Promise<BroughtResource[]>;
  /** Their names in a language, also of those that are away. */
  labels: (locale: Locale) => Promise<Label[]>;
};

const noSource: ResourceSource = { find: async () => null, list: async () => [], labels: async () => [] };

/** Every resource of the product, by name. */
export type Registry = {
  all: readonly Resource[];
  get: (name: string) => Resource;
  /** Also those that come and go; null when there is none of that name. */
  find: ResourceSource['find'];
  listBrought: ResourceSource['list'];
  labels: ResourceSource['labels'];
  /** The same by definition, so that the rows read through it have its fields. */
  of: <D extends ResourceDefinition>(definition: D) => Resource<D>;
};

declare module '../core/context.ts' {
  interface Context {
    resources: Registry;
  }
}

/** Joins definitions with the behaviours of the features; a behaviour of no resource is refused. */
export function createRegistry(
  behaviours: Record<string, ResourceBehaviour>,
  source: ResourceSource = noSource,
): Registry {
  const byName = new Map<string, Resource>();
  const get = (name: string): Resource => {
    const resource = byName.get(name);
    if (!resource) throw new Error(`There is no resource called ${name}.`);
    return resource;
  };
  for (const definition of resources) {
    const own = { definition, behaviour: behaviours[definition.name] ?? {}, related: get };
    byName.set(definition.name, { ...own, behaviour: addStandardBehaviour(own) });
  }
  for (const name of Object.keys(behaviours)) get(name);
  const of = <D extends ResourceDefinition>({ name }: D): Resource<D> => get(name) as Resource<D>;
  const find: ResourceSource['find'] = async (name) => byName.get(name) ?? source.find(name);
  return { all: [...byName.values()], get, find, listBrought: source.list, labels: source.labels, of };
}
