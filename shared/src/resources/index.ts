import type { ResourceDefinition } from '../kit/resource.ts';
import { admins } from './admins.ts';
import { agencies } from './agencies.ts';
import { cardBatches } from './card-batches.ts';
import { cardThemes } from './card-themes.ts';
import { cards } from './cards.ts';
import { courses } from './courses.ts';
import { learningRecords } from './learning-records.ts';
import { logs } from './logs.ts';
import { media } from './media.ts';
import { members } from './members.ts';
import { products } from './products.ts';
import { roles } from './roles.ts';
import { subjects } from './subjects.ts';
import { teachers } from './teachers.ts';

/** Every resource of the product; one line each. */
export const resources: readonly ResourceDefinition[] = [
  roles, subjects, teachers, courses, media, cardBatches, cards, products, cardThemes, agencies,
  members, learningRecords, admins, logs,
];

/** The definition of that name, or undefined. */
export function findResource(name: string): ResourceDefinition | undefined {
  return resources.find((resource) => resource.name === name);
}
