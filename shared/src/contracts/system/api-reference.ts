import { contract } from '../../kit/contract.ts';
import { s, type JsonSchema, type SchemaValue } from '../../kit/schema.ts';

const shape = s.any() as { json: object; _value?: JsonSchema };
const content = s.record(s.object({ schema: s.optional(shape) }));

const operation = s.object({
  operationId: s.optional(s.string()),
  summary: s.optional(s.string()),
  'x-permission': s.optional(s.string()),
  parameters: s.optional(
    s.array(
      s.object({
        name: s.string(),
        in: s.literal('path', 'query', 'header'),
        required: s.optional(s.boolean()),
        description: s.optional(s.string()),
        schema: s.optional(shape),
      }),
    ),
  ),
  requestBody: s.optional(s.object({ content })),
  responses: s.record(
    s.object({ description: s.optional(s.string()), content: s.optional(content), $ref: s.optional(s.string()) }),
  ),
});
/** An operation of the OpenAPI document, as far as it is shown. */
export type ApiOperation = SchemaValue<typeof operation>;

const operations = s.record(s.record(operation));

/** The OpenAPI document; `http/operations/openapi.ts` writes it. */
export const getApiDocument = contract({
  method: 'GET',
  path: '/open/openapi.json',
  response: s.object({
    paths: operations,
    webhooks: operations,
    components: s.object({ responses: s.record(s.object({ description: s.string() })) }),
  }),
});
