import type { ResourceDefinition } from '../kit/resource.ts';
import { roles } from './roles.ts';

/** Every resource of the product; one line each. */
export const resources: readonly ResourceDefinition[] = [roles];

/** The definition of that name, or undefined. */
export function findResource(name: string): ResourceDefinition | undefined {
  return resources.find((resource) => resource.name === name);
}
