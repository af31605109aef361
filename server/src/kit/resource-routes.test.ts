import { expect, it } from 'vitest';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { createRegistry } from './registry.ts';
import { resourceRoutes } from './resource-routes.ts';

it('rows that are deleted for good have no route that would bring them back', () => {
  const registry = createRegistry({});
  const addressesOf = (hardDelete: boolean): string[] => {
    const definition = hardDelete ? { ...subjects, hard_delete: true } : subjects;
    const resource = { ...registry.of(subjects), definition };
    const routes = resourceRoutes({ ...registry, all: [resource] });
    return routes.map(({ contract: { method, path } }) => `${method} ${path}`);
  };
  const soft = addressesOf(false);
  expect(soft).toContain('POST /admin/subjects/restore');
  expect(addressesOf(true)).toEqual(soft.filter((address) => !address.endsWith('/restore')));
});
