import type { ApiOperation } from '@kaike/shared/contracts/system/api-reference';
import type { JsonSchema } from '@kaike/shared/kit/schema';

const typeOf = ({ type }: JsonSchema): string | undefined => [type].flat().find((one) => one !== 'null');

/** A value that fits a schema: the first choice, or the simplest of its type. Of an object the required parts, else all. */
export function exampleOf(schema: JsonSchema): unknown {
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : [];
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const required = properties.filter(([name]) => schema.required?.includes(name));
      return Object.fromEntries(
        (required.length > 0 ? required : properties).map(([name, part]) => [name, exampleOf(part)]),
      );
    }
    default:
      return schema.format === 'date-time' ? '2026-01-31T08:00:00Z' : '…';
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export type Called = { method: string; path: string; operation: ApiOperation };

/** The body that an operation takes as JSON; null when it takes none. */
export const bodyOf = ({ operation }: Called): JsonSchema | null =>
  operation.requestBody?.content['application/json']?.schema ?? null;

/** A call for a command line, with what is required. */
export function exampleCall(called: Called, origin: string): string {
  const { method, path, operation } = called;
  const query = (operation.parameters ?? [])
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${encodeURIComponent(name)}=${encodeURIComponent(String(exampleOf(schema ?? {})))}`);
  const address = `${origin}/api${path.replaceAll(/\{\w+\}/g, '1')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const body = bodyOf(called);
  return [
    `curl -X ${method.toUpperCase()} ${quoted(address)}`,
    "-H 'Authorization: Bearer kk_…'",
    ...(body ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(exampleOf(body)))}`] : []),
  ].join(' \\\n  ');
}
