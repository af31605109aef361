import type { Fields } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import { rulesOf } from '@kaike/shared/kit/read-input';
import type { JsonSchema } from '@kaike/shared/kit/schema';
import type { Route } from './route.ts';

const isRequired = (rules: readonly string[]): boolean => rules[0] === 'required';

function fieldSchema(field: Fields[string]): JsonSchema {
  const choices = field.choices?.map((choice) => choice.value);
  return { ...kinds[field.kind].schema, ...(choices ? { enum: choices } : {}), ...(field.nullable ? { nullable: true } : {}), description: rulesOf(field).join('|') };
}

function bodySchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, field]) => [key, fieldSchema(field)])),
    required: entries.filter(([, field]) => isRequired(rulesOf(field))).map(([key]) => key),
  };
}

function parameters(route: Route): unknown[] {
  const inPath = [...route.contract.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const inQuery = Object.entries(route.contract.query).map(([name, field]) => ({ name, in: 'query', required: isRequired(rulesOf(field)), schema: fieldSchema(field) }));
  return [...inPath, ...inQuery];
}

function operation(route: Route): Record<string, unknown> {
  const hasBody = Object.keys(route.contract.body).length > 0;
  return {
    tags: [route.contract.path.split('/')[1]],
    security: route.guard === 'open' ? [] : [{ token: [] }],
    ...(route.permission ? { 'x-permission': route.permission } : {}),
    parameters: parameters(route),
    ...(hasBody ? { requestBody: { content: { 'application/json': { schema: bodySchema(route.contract.body) } } } } : {}),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: route.contract.answer.json } } } },
  };
}

/** The OpenAPI 3.1 document of the routes, made from the same shapes that check requests and serialise answers. */
export function openapiDocument(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.contract.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.contract.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kaike', version: '1' },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  };
}
