import type { Field } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';

/** A value as source on one line; the formatter breaks it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${literal(inner)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** The call of a builder, such as `field.text({ rules: 'max:50' })`. */
export function printField({ kind, choices, ...options }: Field): string {
  if (kind === 'id') return 'field.id()';
  const values = Object.keys(options).length > 0 ? [literal(options)] : [];
  return `field.${kind}(${[...(choices ? [literal(choices)] : []), ...values].join(', ')})`;
}

export const camelCase = (name: string): string =>
  name.replace(/-([a-z\d])/g, (_match, letter: string) => letter.toUpperCase());

/** The source of a definition, still to be formatted. Objects that begin on their own line stay so. */
export function printDefinition(definition: ResourceDefinition): string {
  const { fields, ...rest } = definition;
  const lines = Object.entries(rest).map(([key, value]) => `${key}: ${literal(value)},`);
  const fieldLines = Object.entries(fields).map(([key, field]) => `${key}: ${printField(field)},`);
  const before = lines.findIndex((line) => line.startsWith('list:'));
  return [
    "import { field } from '../../kit/field.ts';",
    "import { defineResource } from '../../kit/resource.ts';",
    '',
    `export const ${camelCase(definition.name)} = defineResource({`,
    ...lines.slice(0, before),
    'fields: {',
    ...fieldLines,
    '},',
    ...lines.slice(before),
    '});',
    '',
  ].join('\n');
}
