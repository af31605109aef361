import { webhookData } from '@kaike/shared/contracts/system/webhook-events';
import { webhookEvents, webhookPauses } from '@kaike/shared/domain/system/webhook';
import { errors } from '@kaike/shared/errors';
import { isNumberParam } from '@kaike/shared/kit/contract';
import type { Fields } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import type { JsonSchema } from '@kaike/shared/kit/schema';
import type { CallbackEndpoint } from '../../core/messages/callback-endpoint.ts';
import { takesTokens, type Route } from '../../core/route.ts';
import { pathsOf } from '../route-names.ts';

/** The serialiser uses `nullable`, which is not in the JSON Schema of the document: there null is a type and a value. */
export function withNull({ nullable, properties, items, additionalProperties, ...schema }: JsonSchema): JsonSchema {
  const inner: JsonSchema = {
    ...schema,
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, withNull(one)])) }
      : {}),
    ...(items ? { items: withNull(items) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object' ? withNull(additionalProperties) : additionalProperties,
        }),
  };
  if (!nullable || inner.type === undefined) return inner;
  return { ...inner, type: [inner.type, 'null'].flat(), ...(inner.enum ? { enum: [...inner.enum, null] } : {}) };
}

export const isRequired = (rules: readonly string[]): boolean => rules[0] === 'required';

export function fieldSchema(field: Fields[string]): JsonSchema {
  const choices = field.choices?.map((choice) => choice.value);
  return withNull({
    ...kinds[field.kind].schema,
    ...(choices ? { enum: choices } : {}),
    ...(field.nullable ? { nullable: true } : {}),
    description: rulesOf(field).join('|'),
  });
}

function bodySchema(fields: Fields): JsonSchema {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([key, field]) => [key, fieldSchema(field)])),
    required: entries.filter(([, field]) => isRequired(rulesOf(field))).map(([key]) => key),
  };
}

/** The input and answer of an endpoint. */
export const shapeOf = ({ shape, contract }: Route): Pick<Route['contract'], 'query' | 'body' | 'response'> =>
  shape() ?? contract;

function parameters(route: Route): unknown[] {
  const inPath = [...route.contract.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: isNumberParam(name) ? 'integer' : 'string' },
  }));
  const inQuery = Object.entries(shapeOf(route).query).map(([name, field]) => ({
    name,
    in: 'query',
    required: isRequired(rulesOf(field)),
    schema: fieldSchema(field),
  }));
  return [...inPath, ...inQuery];
}

/** The shape of every refusal; which keys it carries depends on the status. */
const refusal: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'in the language of the request' },
    code: { type: 'string', enum: Object.keys(errors) },
    request_id: { type: 'string' },
    errors: {
      type: 'object',
      description: '422: messages by field',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    offer: {
      type: 'object',
      description: '403: the product on sale that opens what was refused',
      additionalProperties: true,
    },
    redirect: { type: 'string' },
    force_logout: { type: 'boolean', description: '401: the session was ended elsewhere' },
    current: { type: 'object', description: '409: the row as it is now', additionalProperties: true },
  },
};

export const refusals: Record<number, string> = {
  401: 'Not logged in',
  403: 'Not allowed',
  404: 'No such record',
  409: 'The state does not allow it, or a stale version',
  422: 'Not valid',
  429: 'Too many requests; see Retry-After',
  500: 'Our fault',
};

/** Error statuses that an endpoint may return. */
export function refusedStatuses({ contract, guard, limit }: Route): number[] {
  return [
    ...(guard === 'open' ? [] : [401, 403]),
    ...(contract.path.includes(':') ? [404] : []),
    ...(contract.method === 'GET' ? [] : [409]),
    422,
    ...(limit ? [429] : []),
    500,
  ];
}

function refusalsOf(route: Route): Record<string, unknown> {
  return Object.fromEntries(
    refusedStatuses(route).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
  );
}

/** `get_admin_courses_id`: what generators of clients name their functions by; other names of an address differ as it does. */
const operationId = (method: string, path: string): string =>
  `${method.toLowerCase()}${path.replaceAll(/[^\w-]+/g, '_').replace(/_$/, '')}`;

/** What proves who calls: an API token only where `by_token` lets it. */
function securityOf(route: Route): Record<string, never[]>[] {
  if (route.guard === 'open') return [];
  return [...(takesTokens(route) ? [{ token: [] }] : []), { session: [] }];
}

function operation(route: Route, path: string): Record<string, unknown> {
  const { body, response } = shapeOf(route);
  const hasBody = Object.keys(body).length > 0;
  return {
    operationId: operationId(route.contract.method, path),
    tags: [route.contract.path.split('/')[1]],
    security: securityOf(route),
    ...(route.permission ? { 'x-permission': route.permission } : {}),
    parameters: parameters(route),
    ...(hasBody ? { requestBody: { content: { 'application/json': { schema: bodySchema(body) } } } } : {}),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: withNull(response.json) } } },
      ...refusalsOf(route),
    },
  };
}

const textParameter = (name: string, place: 'path' | 'query' | 'header'): object => ({
  name,
  in: place,
  required: true,
  schema: { type: 'string' },
});

/** An address another service calls. That service defines the shape of the message. */
function callbackOperation({
  path,
  summary,
  takes,
  query = [],
  headers = [],
  answers,
}: CallbackEndpoint): Record<string, unknown> {
  return {
    tags: ['notices'],
    summary,
    security: [],
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, name = '']) => textParameter(name, 'path')),
      ...query.map((name) => textParameter(name, 'query')),
      ...headers.map((name) => textParameter(name, 'header')),
    ],
    ...(takes.length > 0
      ? { requestBody: { required: true, content: Object.fromEntries(takes.map((type) => [type, {}])) } }
      : {}),
    responses: Object.fromEntries(Object.entries(answers).map(([status, description]) => [status, { description }])),
  };
}

const webhookHeaders = {
  'webhook-id': 'The same for every attempt of a message: take it once',
  'webhook-timestamp': 'Seconds since 1970 of this attempt',
  'webhook-signature': 'v1, and HMAC-SHA256 with the secret over id, timestamp and body joined by dots, in Base64',
};

/** What a webhook receives, by event, as Standard Webhooks says. */
const webhookOperations = (): Record<string, unknown> =>
  Object.fromEntries(
    webhookEvents.map((event) => [
      event,
      {
        post: {
          operationId: `webhook_${event.replace('.', '_')}`,
          tags: ['webhooks'],
          security: [],
          parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
            ...textParameter(name, 'header'),
            description,
          })),
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['type', 'timestamp', 'data'],
                  properties: {
                    type: { type: 'string', enum: [event] },
                    timestamp: { type: 'string', format: 'date-time' },
                    data: withNull(webhookData[event].json),
                  },
                },
              },
            },
          },
          responses: {
            '2XX': { description: 'Received' },
            default: { description: `Sent again later, ${webhookPauses.length} times at most` },
          },
        },
      },
    ]),
  );

/** The OpenAPI 3.1 document: of the routes, from the same shapes that validate requests and serialise answers, and of the addresses other services call. */
export function openapiDocument(
  routes: readonly Route[],
  callbacks: readonly CallbackEndpoint[],
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const add = (method: string, path: string, described: Record<string, unknown>): void => {
    const at = path.replace(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: described };
  };
  for (const route of routes)
    for (const path of pathsOf(route.contract)) add(route.contract.method, path, operation(route, path));
  for (const callback of callbacks) add(callback.method, callback.path, callbackOperation(callback));
  return {
    openapi: '3.1.0',
    info: { title: 'Kaike', version: '1' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token (kk_…) with the scope; elsewhere it is refused with access.not_by_token',
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session of a person who has logged in',
        },
      },
      schemas: { Refusal: refusal },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
        ]),
      ),
    },
    paths,
    webhooks: webhookOperations(),
  };
}
