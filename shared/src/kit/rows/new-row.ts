import type { Field } from '../field.ts';
import { rulesOf } from '../parse-input.ts';
import { writableFields, type ResourceDefinition } from '../resource.ts';

/** What is asked for where a relation lacks a row: its title first, then what every new row requires and nothing fills in. */
export function neededFields({ fields, title }: ResourceDefinition): [string, Field][] {
  const writable = writableFields(fields, 'create');
  return [
    ...writable.filter(([key]) => key === title),
    ...writable.filter(
      ([key, field]) => key !== title && field.initial === undefined && rulesOf(field).includes('required'),
    ),
  ];
}
