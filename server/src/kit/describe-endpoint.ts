import type { Fields } from '@kaike/shared/kit/field';
import { field } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import { writableFields, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { s, type JsonSchema, type Schema } from '@kaike/shared/kit/schema';
import type { Resource } from './behaviour.ts';
import { sentKeys } from './read/load-rows.ts';

/** Input and answer of a generated endpoint, for documentation; the engine itself reads the definition. */
export type EndpointShape = { query: Fields; body: Fields; response: Schema };

const nothing: Fields = {};
const paging: Fields = { page: field.integer({}), per_page: field.integer({}) };
/** `list`: only the fields that the list of the back office needs. */
const shortRows: Fields = { fields: field.text({ rules: 'in:list' }) };
const ids: Fields = { ids: field.json({ rules: 'required' }) };
/** Rows by id, or by a condition: then after a dry run, with its `max_id` and `marker`, page by page. */
const rowsOrCondition: Fields = {
  ids: field.json({ nullable: true }),
  matching: field.text({ nullable: true }),
  dry_run: field.boolean({ nullable: true }),
  max_id: field.integer({ nullable: true }),
  marker: field.text({ nullable: true }),
  after_id: field.integer({ nullable: true }),
};
const counts = {
  failed: s.array(s.object({ id: s.integer(), title: s.string(), code: s.string(), message: s.string() })),
};
const importColumn = s.object({
  key: s.string(),
  label: s.string(),
  heads: s.array(s.string()),
  required: s.boolean(),
  allowed: s.array(s.string()),
  help: s.string(),
  example: s.string(),
});
const check = s.object({
  level: s.string(),
  key: s.string(),
  text: s.string(),
  to: s.record(s.string()),
});
const labelled = s.object({ id: s.integer(), label: s.string() });
const texts = s.array(s.array(s.any()));

const version = field.integer({});

function rowSchema(fields: Fields, keys: readonly string[]): Schema {
  const properties = Object.fromEntries(
    keys.map((key): [string, JsonSchema] => {
      const { kind, nullable } = fields[key] ?? version;
      return [key, { ...kinds[kind].schema, ...(nullable ? { nullable: true } : {}) }];
    }),
  );
  return { json: { type: 'object', properties } };
}

function listQuery({ list, fields }: ResourceDefinition): Fields {
  const where = (list.filters ?? []).flatMap((key) => {
    const one = fields[key];
    return one ? [[`where[${key}]`, { ...one, rules: [] }] as const] : [];
  });
  const order = ['id', ...(list.sort ?? []).filter((key) => key !== 'id')].map(
    (key) => [`order[${key}]`, field.text({ rules: 'in:asc,desc' })] as const,
  );
  return {
    ...Object.fromEntries(where),
    'where[_keyword]': field.text({}),
    ...Object.fromEntries(order),
    ...paging,
    ...shortRows,
  };
}

const pageOf = (row: Schema): Schema =>
  s.object({
    data: s.array(row),
    total: s.integer(),
    total_exact: s.boolean(),
    sums: s.nullable(s.record(s.number())),
    per_page: s.integer(),
    current_page: s.integer(),
    last_page: s.integer(),
  });

const datas: Fields = { datas: field.json({ rules: 'required' }) };
const importShapes: Record<string, EndpointShape> = {
  'POST /import': {
    query: nothing,
    body: datas,
    response: s.object({
      status: s.integer(),
      success: s.integer(),
      created: s.integer(),
      updated: s.integer(),
      unchanged: s.integer(),
      errors: s.array(s.any()),
      import_id: s.integer(),
    }),
  },
  'POST /import-preview': { query: nothing, body: datas, response: s.object({ rows: s.array(s.any()) }) },
  'GET /import-columns': {
    query: nothing,
    body: nothing,
    response: s.object({
      key: s.nullable(s.string()),
      exported: s.array(s.string()),
      columns: s.array(importColumn),
      remembered: s.record(s.string()),
    }),
  },
  'PUT /import-columns': {
    query: nothing,
    body: { heads: field.json({ rules: 'required' }) },
    response: s.object({ remembered: s.integer() }),
  },
};

const shapesOfActions = ({ actions = {} }: ResourceDefinition): Record<string, EndpointShape> =>
  Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [
      `${action.method} /${name}`,
      {
        query: nothing,
        body: { ...(action.on === 'rows' ? rowsOrCondition : nothing), ...action.fields },
        response: s.object({ changed: s.integer(), ...counts, alert: s.any() }),
      },
    ]),
  );

/** The shapes of a resource's endpoints by method and path below its own; `/:id` returns one row. */
export function shapesOf(resource: Resource): Record<string, EndpointShape> {
  const { definition } = resource;
  const { stored, computed } = sentKeys(resource);
  const sent = [...stored, ...computed];
  const row = rowSchema(definition.fields, sent);
  const { omit_from_list: without = [] } = definition.list;
  const listed = rowSchema(
    definition.fields,
    sent.filter((key) => !without.includes(key)),
  );
  const query = listQuery(definition);
  const writable = (when: 'create' | 'update'): Fields => Object.fromEntries(writableFields(definition.fields, when));
  const optional = Object.fromEntries(
    Object.entries(writable('update')).map(([key, one]) => [key, { ...one, rules: [] }]),
  );
  const exported = { ...listQuery(definition), id: field.integer({}), 'fields[]': field.text({}) };
  return {
    'GET ': {
      query,
      body: nothing,
      response: s.object({
        list: pageOf(listed),
        options: s.any(),
        maps: s.any(),
        views: s.record(s.integer()),
        configUrl: s.record(s.string()),
        excel: s.any(),
        permissions: s.array(s.string()),
      }),
    },
    'GET /list': { query, body: nothing, response: pageOf(listed) },
    'GET /export': {
      query: exported,
      body: nothing,
      response: s.object({ current_page: s.integer(), last_page: s.integer(), max_id: s.integer(), data: texts }),
    },
    'GET /:id': {
      query: nothing,
      body: nothing,
      response: s.object({ row, maps: s.any(), configUrl: s.record(s.string()), permissions: s.array(s.string()) }),
    },
    'POST ': { query: nothing, body: writable('create'), response: s.object({ id: s.integer(), alert: s.any() }) },
    'PUT /:id': {
      query: nothing,
      body: { ...optional, version: field.integer({ rules: 'required' }) },
      response: s.object({ row, alert: s.any() }),
    },
    'DELETE ': {
      query: nothing,
      body: rowsOrCondition,
      response: s.object({ deleted: s.integer(), ...counts, alert: s.any() }),
    },
    'POST /restore': { query: nothing, body: ids, response: s.object({ restored: s.integer(), alert: s.any() }) },
    'GET /:id/checks': { query: nothing, body: nothing, response: s.object({ checks: s.record(s.array(check)) }) },
    'GET /tree': {
      query: { parent: field.integer({}), keyword: field.text({}) },
      body: nothing,
      response: s.object({ data: s.array(row), with_children: s.array(s.integer()), is_cut: s.boolean() }),
    },
    ...importShapes,
    'GET /options': {
      query: {
        keyword: field.text({}),
        page: field.integer({}),
        ids: field.text({}),
        by: field.text({}),
        where: field.text({}),
      },
      body: nothing,
      response: s.object({ data: s.array(labelled) }),
    },
    ...shapesOfActions(definition),
  };
}
