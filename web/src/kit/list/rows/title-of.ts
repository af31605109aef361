import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ShownRow } from '../../resource-view.ts';

/** What a row is called; by its number where it has no name. */
export const titleOf = (definition: ResourceDefinition, row: ShownRow): string =>
  String(row.labels?.[definition.title] || row[definition.title] || `#${row.id}`);
