import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookEvents } from '@kaike/shared/domain/system/webhook';
import { errors } from '@kaike/shared/errors';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { buildCourse, buildMember } from '../../../test/factories.ts';

type Operation = { operationId?: string; parameters?: { name: string; in: string }[] };
type Document = { paths: Record<string, Record<string, Operation>> } & Record<string, unknown>;

let app: TestApp;
let document: Document;

beforeAll(async () => {
  app = await startTestApp();
  await buildMember(app.ctx);
  await buildCourse(app.ctx);
  document = (await app.http('GET', '/open/openapi.json', { base: '/api' })).body;
});
afterAll(async () => app.close());

it('the document is valid OpenAPI 3.1, and a wrong one would not be', async () => {
  const result = await new Validator().validate(document);
  expect([result.errors, result.valid]).toEqual([undefined, true]);
  const wrong = { ...document, paths: { '/open/token': { get: { responses: { many: {} } } } } };
  expect((await new Validator().validate(wrong)).valid).toBe(false);
});

it('names every operation once and every parameter of its address', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const ids = operations.flatMap(({ operationId }) => operationId ?? []);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const { path, parameters = [] } of operations)
    expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
});

it.each(['members', 'courses', 'admins', 'roles'])('rows of %s have the properties that it names', async (name) => {
  const answer = await app.http('GET', `/admin/${name}/list`, { as: await app.person.admin() });
  const { labels: _labels, file_info: _files, ...row } = answer.body.data[0];
  expect(document.paths[`/admin/${name}/list`]?.['get']).toHaveProperty(
    'responses.200.content.application/json.schema.properties.data.items.properties',
    expect.toSatisfy(
      (properties: object) => Object.keys(properties).toSorted().join() === Object.keys(row).toSorted().join(),
    ),
  );
});

it('lists the codes of refusals', () => {
  expect(document['components']).toMatchObject({
    schemas: { Refusal: { properties: { code: { enum: Object.keys(errors) } } } },
  });
});

it('describes what webhooks receive', () => {
  expect(Object.keys(document['webhooks'] ?? {})).toEqual([...webhookEvents]);
});
