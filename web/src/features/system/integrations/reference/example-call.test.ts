import { expect, it } from 'vitest';
import { exampleCall, exampleOf } from './example-call.ts';

it('calls an address with what is required', () => {
  const operation = {
    responses: {},
    parameters: [
      { name: 'id', in: 'path' as const, required: true },
      { name: 'where[status]', in: 'query' as const, required: false },
      { name: 'from', in: 'query' as const, required: true, schema: { type: 'integer' } },
    ],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['name', 'kind'],
            properties: {
              name: { type: 'string' },
              remark: { type: ['string', 'null'] },
              kind: { type: 'integer', enum: [2, 3] },
            },
          },
        },
      },
    },
  };
  expect(exampleCall({ method: 'put', path: '/admin/teachers/{id}', operation }, 'https://a.example')).toBe(
    [
      "curl -X PUT 'https://a.example/api/admin/teachers/1?from=1' \\",
      "  -H 'Authorization: Bearer kk_…' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"name":"…","kind":2}'`,
    ].join('\n'),
  );
});

it('makes values of every type', () => {
  expect(
    exampleOf({
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: ['integer', 'null'] } },
        at: { type: 'string', format: 'date-time' },
        is: { type: 'boolean' },
        any: {},
      },
    }),
  ).toEqual({ list: [1], at: '2026-01-31T08:00:00Z', is: true, any: '…' });
});
