import type { ResourceDefinition } from '../kit/resource.ts';
import { courses } from './courses.ts';
import { media } from './media.ts';
import { roles } from './roles.ts';
import { subjects } from './subjects.ts';
import { teachers } from './teachers.ts';

/** Every resource of the product; one line each. */
export const resources: readonly ResourceDefinition[] = [roles, subjects, teachers, courses, media];

/** The definition of that name, or undefined. */
export function findResource(name: string): ResourceDefinition | undefined {
  return resources.find((resource) => resource.name === name);
}
