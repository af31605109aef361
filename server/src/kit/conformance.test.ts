import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '@kaike/shared/locales/languages';
import type { Field, Fields } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import { neededWords } from '@kaike/shared/kit/rows/needed-words';
import { neededFields } from '@kaike/shared/kit/rows/new-row';
import { permissionOf, writableFields, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { createTranslator } from '@kaike/shared/kit/wording';
import { normalHead, parseSheetHeads, parseSheetRows, type KnownColumn } from '@kaike/shared/kit/sheet-heads';
import { listFields } from '@kaike/shared/kit/rows/list-fields';
import { verbsFor, verbsOf } from '@kaike/shared/kit/rows/verbs';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type Person, type TestApp } from '../../test/app.ts';
import { fieldLabel } from '../core/error-answer.ts';
import { loadCatalogue, translatorOf } from '../core/wording.ts';

// The rules every resource must follow; a new one is checked without a test of its own.

let app: TestApp;
let admin: Person;
let nobody: Person;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  nobody = await app.person.adminWith([]);
});
afterAll(async () => app.close());

const base = (resource: ResourceDefinition): string => `/${resource.area}/${resource.name}`;

const endpoints: Record<string, [string, string]> = {
  list: ['GET', '/list'],
  show: ['GET', '/0'],
  create: ['POST', ''],
  update: ['PUT', '/999999999'],
  delete: ['DELETE', ''],
  export: ['GET', '/export'],
  import: ['POST', '/import'],
};

/** A value that the field's kind can read, for filters. */
function sampleValue(field: Field): string {
  if (field.choices) return String(field.choices[0]?.value);
  if (field.kind === 'date_time') return '2026-01-01T00:00:00.000Z';
  if (field.kind === 'date') return '2026-01-01';
  if (field.kind === 'boolean') return 'true';
  if (field.kind === 'mobile') return '13800000000';
  if (field.kind === 'email') return 'a@b.cn';
  return kinds[field.kind].column === 'text' || field.kind === 'tags' ? 'abc' : '1';
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('resource %s', (_name, resource) => {
  it.each(resource.only)('%s: anonymous gets the login, the wrong role is refused', async (operation) => {
    const [method, path] = endpoints[operation] ?? ['GET', ''];
    const visitor = await app.person.visitor();
    expect((await app.http(method, base(resource) + path, { as: visitor, body: {} })).status).toBe(401);
    expect((await app.http(method, base(resource) + path, { as: nobody, body: {} })).status).toBe(403);
  });

  it('the right role lists it, and its index returns the permissions', async () => {
    const reader = await app.person.adminWith([permissionOf(resource, 'list')]);
    const answer = await app.http('GET', base(resource), { as: reader });
    expect(answer.status).toBe(200);
    expect(answer.body.permissions).toEqual(['list']);
    expect(answer.body.configUrl.createUrl).toBe('');
    expect(answer.body.list.data).toBeInstanceOf(Array);
  });

  it('refuses unknown fields, operators and sorts instead of ignoring them', async () => {
    const list = `${base(resource)}/list`;
    for (const query of [
      'where[no_such_field]=1',
      'order[no_such_field]=asc',
      'order[id]=sideways',
      'where[id][9]=1',
      'per_page=0',
      'page=x',
    ]) {
      expect((await app.http('GET', `${list}?${query}`, { as: admin })).status, query).toBe(422);
    }
    if (resource.only.includes('create')) {
      const answer = await app.http('POST', base(resource), { as: admin, body: { no_such_field: 1 } });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toHaveProperty('no_such_field');
    }
  });

  it('supports every filter and sort it offers', async () => {
    for (const key of resource.list.filters ?? []) {
      const field = resource.fields[key];
      if (!field) throw new Error(`${key} is not a field`);
      const value = encodeURIComponent(sampleValue(field));
      const queries = [`where[${key}]=${value}`, `where[${key}][]=${value}`];
      if (kinds[field.kind].filter === 'range') queries.push(`where[${key}][0]=${value}&where[${key}][1]=${value}`);
      for (const query of queries)
        expect((await app.http('GET', `${base(resource)}/list?${query}`, { as: admin })).status, query).toBe(200);
    }
    for (const key of ['id', ...(resource.list.sort ?? [])]) {
      for (const direction of ['asc', 'desc']) {
        expect(
          (await app.http('GET', `${base(resource)}/list?order[${key}]=${direction}&page=60`, { as: admin })).status,
          key,
        ).toBe(200);
      }
    }
    for (const keyword of ['a', '学习卡', "'; drop table users; --", '100%_\\']) {
      expect(
        (await app.http('GET', `${base(resource)}/list?where[_keyword]=${encodeURIComponent(keyword)}`, { as: admin }))
          .status,
      ).toBe(200);
    }
  });

  it('lists on request only what the list needs, with the same values', async () => {
    const url = `${base(resource)}/list?order[id]=desc&per_page=3`;
    const [long, short] = [
      await app.http('GET', url, { as: admin }),
      await app.http('GET', `${url}&fields=list`, { as: admin }),
    ];
    const needed = new Set([...listFields(resource), 'version', 'labels', 'file_info']);
    expect(short.body.data).toHaveLength(long.body.data.length);
    for (const [index, row] of short.body.data.entries()) {
      expect([...needed]).toEqual(expect.arrayContaining(Object.keys(row)));
      expect(long.body.data[index]).toMatchObject(row);
    }
    expect((await app.http('GET', `${url}&fields=all`, { as: admin })).status).toBe(422);
  });

  it('has a column of the declared type for every field', async () => {
    const { rows } = await sql<{ name: string; type: string; required: boolean }>`
      select a.attname as name, format_type(a.atttypid, null) as type, a.attnotnull as required
      from pg_attribute a where a.attrelid = ${resource.table}::regclass and a.attnum > 0 and not a.attisdropped`.execute(
      app.ctx.db,
    );
    const columns = new Map(rows.map((row) => [row.name, row]));
    const view = app.ctx.resources.get(resource.name).behaviour.read_from;
    for (const [key, field] of Object.entries(resource.fields)) {
      if (field.computed) continue;
      const column = columns.get(key);
      if (!column && view) continue;
      expect(column, `${resource.table}.${key}`).toBeDefined();
      const isTextChoice = field.kind === 'choice' && typeof field.choices?.[0]?.value === 'string';
      const declared = isTextChoice
        ? ['text']
        : [kinds[field.kind].column, ...(kinds[field.kind].column === 'integer' ? ['smallint', 'bigint'] : [])];
      expect(declared, `${resource.table}.${key} is ${column?.type}`).toContain(column?.type);
      if (!field.nullable && field.kind !== 'id' && field.read_only !== true)
        expect(column?.required, `${key} must be not null`).toBe(true);
    }
    for (const tableColumn of resource.hard_delete ? [] : ['version', 'deleted_at', 'updated_at'])
      expect(columns.has(tableColumn), tableColumn).toBe(true);
  });

  it('has fields of its own below its columns', () => {
    const { columns, second_line: under = {} } = resource.list;
    expect(columns).toEqual(expect.arrayContaining(Object.keys(under)));
    expect(Object.keys(resource.fields)).toEqual(expect.arrayContaining(Object.values(under)));
  });

  it('reduces prices from prices of its form', () => {
    const shown = (resource.form ?? []).flatMap(({ fields }) => fields);
    for (const [key, { reduced_from: from }] of Object.entries(resource.fields)) {
      if (from === undefined) continue;
      expect([resource.fields[key]?.kind, resource.fields[from]?.kind]).toEqual(['money', 'money']);
      expect(shown).toEqual(expect.arrayContaining([key, from]));
    }
  });

  it('has an index that begins with each filter and sort, and a trigram index for each searched text', async () => {
    const source = app.ctx.resources.get(resource.name).behaviour.read_from ?? resource.table;
    const { rows } = await sql<{ name: string; method: string }>`
      select a.attname as name, am.amname as method from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid in (${resource.table}::regclass, 'users'::regclass) and (i.indrelid = ${resource.table}::regclass or ${source !== resource.table})`.execute(
      app.ctx.db,
    );
    // Of a column that is written too often to be indexed, the copy that the view shows is.
    const having = (key: string, method?: string): boolean =>
      rows.some((row) => [key, `listed_${key}`].includes(row.name) && (!method || row.method === method));
    const small = ['configs', 'card_themes', 'roles', 'apps'];
    for (const key of [...(resource.list.filters ?? []), ...(resource.list.sort ?? [])]) {
      if (small.includes(resource.table)) continue;
      const columns = app.ctx.resources.get(resource.name).behaviour.filters?.[key]?.columns ?? [key];
      for (const column of columns) expect(having(column), `an index on ${resource.table}.${column}`).toBe(true);
    }
    for (const key of resource.list.search ?? [])
      expect(having(key, 'gin') || resource.table === 'cards', `a trigram index on ${key}`).toBe(true);
  });

  it('exports exactly its columns, keys and labels first', async () => {
    if (!resource.only.includes('export')) return;
    const answer = await app.http('GET', `${base(resource)}/export`, { as: admin });
    expect(answer.status).toBe(200);
    expect(answer.body.data[0]).toEqual(resource.transfer?.export);
    expect(answer.body.data[1]).toHaveLength(resource.transfer?.export.length ?? 0);
    const none = await app.http('GET', `${base(resource)}/export?fields[]=no_such_field`, { as: admin });
    expect(none.status).toBe(422);
  });

  it('imports what it exports without changes, its own template, and its columns under other headings', async () => {
    if (!resource.only.includes('import')) return;
    const {
      columns,
      exported: ownHeads,
      key,
    } = (await app.http('GET', `${base(resource)}/import-columns`, { as: admin })).body;
    const known: KnownColumn[] = columns;
    const labels = known.map(({ label }) => label);
    expect(new Set([...labels, ...ownHeads]).size, 'heads are told apart').toBe(labels.length + ownHeads.length);
    const otherFields = new Set(Object.keys(resource.fields).map((name) => name.toLowerCase()));
    for (const { heads = [], key: name } of known)
      for (const head of heads) {
        expect(parseSheetHeads([[head]], known).keys, `${head} is one column`).toEqual([name]);
        expect(otherFields, `${head} is no field`).not.toContain(head);
      }
    const preview = async (datas: object[]) =>
      (await app.http('POST', `${base(resource)}/import-preview`, { as: admin, body: { datas } })).body.rows;
    const { excel } = (await app.http('GET', base(resource), { as: admin })).body;
    const template = await readXlsx((await app.http('GET', `${base(resource)}/import-template`, { as: admin })).raw);
    const [sheet] = template.sheets;
    expect(sheet?.name).toBe(excel.sheet);
    expect(sheet?.rows[0]).toEqual(labels);
    const example = Object.fromEntries(columns.map((one: { key: string; example: string }) => [one.key, one.example]));
    // Its grey example is no record unless somebody changes it.
    expect(parseSheetRows(sheet?.rows ?? [], parseSheetHeads(sheet?.rows ?? [], known), example)).toEqual([]);
    const isNumbered = resource.fields[key]?.read_only === true;
    const isAscii = resource.fields[key]?.rules?.includes('alpha_dash');
    const datas = ['甲', '乙'].map((name, index) => ({
      ...example,
      ...Object.fromEntries(
        Object.entries(resource.fields).flatMap(([name_, { kind, resource: other }]): [string, unknown][] => {
          if (!(name_ in example)) return [];
          if (other) return [[name_, null]];
          if (kind === 'mobile') return [[name_, `1380013${1000 + index}`]];
          return kind === 'email' ? [[name_, `round-trip-${index}@example.com`]] : [];
        }),
      ),
      [key]: isNumbered ? null : isAscii ? `round-trip-${index}` : `${name}-round-trip`,
    }));
    const response = await app.http('POST', `${base(resource)}/import`, { as: admin, body: { datas } });
    expect(response.body).toMatchObject({ created: 2, errors: [] });
    const exported = (await app.http('GET', `${base(resource)}/export`, { as: admin })).body.data as unknown[][];
    const skipped = Object.fromEntries(ownHeads.map((head: string) => [normalHead(head), '']));
    const [keys = [], heads = []] = exported.map((row) => row.map(String));
    for (const locale of locales)
      expect(
        parseSheetHeads([keys.map((name) => fieldLabel(translatorOf(locale), name, resource.name))], known, skipped)
          .keys,
        'an export in any language has the same columns',
      ).toEqual(parseSheetHeads([heads], known, skipped).keys);
    // Files of the browser begin with the labels; API answers have the keys before them.
    for (const cells of [exported, exported.slice(1)]) {
      const heads = parseSheetHeads(cells, known, skipped);
      if (cells !== exported) expect(heads.keys, 'every heading of an export is known').not.toContain(undefined);
      const rows = parseSheetRows(cells, heads).map(({ row }) => row);
      expect(rows).toHaveLength(exported.length - 2);
      expect((await preview(rows)).filter((row: { state: string }) => row.state !== 'same')).toEqual([]);
      // Edited in the remark, and nowhere else.
      const [edited] = await preview([{ ...rows[0], remark: '改过' }]);
      expect(edited).toMatchObject({ state: 'changed' });
      expect(Object.keys(edited.changes)).toEqual(['remark']);
      expect(
        (await app.http('POST', `${base(resource)}/import`, { as: admin, body: { datas: rows } })).body,
      ).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: rows.length,
        errors: [],
      });
    }
  });

  it('treats a missing row like one outside the scope', async () => {
    if (!resource.only.includes('show')) return;
    expect((await app.http('GET', `${base(resource)}/999999999`, { as: admin })).status).toBe(404);
    expect((await app.http('GET', `${base(resource)}/abc`, { as: admin })).status).toBe(404);
    const fresh = await app.http('GET', `${base(resource)}/0`, { as: admin });
    expect(fresh.status).toBe(200);
    for (const [key, field] of writableFields(resource.fields, 'create')) {
      if (field.initial !== undefined && field.kind !== 'password') expect(fresh.body.row[key]).toEqual(field.initial);
    }
  });

  it('says where a row stands, and leads only to verbs that apply there', () => {
    const { status, fields } = resource;
    const stored = ['status', 'state'].find((key) => fields[key]?.choices && fields[key].read_only === true);
    if (!status) return expect(stored, 'a state has a status').toBeUndefined();
    const choices = fields[status.field]?.choices ?? [];
    const t = createTranslator({ locale: 'zh-CN', catalogues: [loadCatalogue('zh-CN')] });
    const isNamed = (state: string): boolean =>
      [`resources.${resource.name}.verbs.${state}`, `kit.verbs.${state}`].some((key) => t(key) !== key);
    const verbs = verbsOf(resource, isNamed);
    for (const [lead, states] of Object.entries(status.primary_when)) {
      for (const state of states) {
        expect(choices.map(({ value }) => value)).toContain(state);
        const possible = verbsFor(verbs, { [status.field]: state }).map(({ verb }) => verb);
        expect(possible, `${lead} in ${state}`).toContain(lead);
      }
    }
    for (const { field, waits = [] } of status.steps ?? []) {
      expect(fields[field]?.kind, `${field} is a moment`).toBe('date_time');
      for (const state of waits) expect(choices.map(({ value }) => value)).toContain(state);
    }
    const waiting = (status.steps ?? []).flatMap(({ waits = [] }) => waits);
    expect(new Set(waiting).size, 'a state waits for one moment').toBe(waiting.length);
    for (const name of status.menu ?? []) {
      expect(verbs.map(({ verb }) => verb)).toContain(name);
      expect(t(`resources.${resource.name}.about.${name}`), `${name} says what it means`).not.toContain('about.');
    }
    const { checks = {} } = app.ctx.resources.get(resource.name).behaviour;
    expect(Object.keys(checks).toSorted(), 'what is checked has a check').toEqual(
      [...(status.checked ?? [])].toSorted(),
    );
    for (const verb of status.checked ?? []) expect(status.primary_when, `${verb} leads`).toHaveProperty([verb]);
    const led = Object.values(status.primary_when).flat();
    expect(new Set(led).size, 'one verb leads in each state').toBe(led.length);
    return undefined;
  });

  it('says of every dangerous action of rows how it is taken back, by a verb that exists and is named', () => {
    for (const [name, action] of Object.entries(resource.actions ?? {})) {
      if (action.on !== 'rows' || action.hidden) continue;
      if (action.danger) expect(action, `${name} declares undo_action`).toHaveProperty('undo_action');
      if (typeof action.undo_action !== 'string') continue;
      const [other, verb] = action.undo_action.includes('.')
        ? [action.undo_action.split('.')[0] ?? '', action.undo_action.split('.')[1] ?? '']
        : [resource.name, action.undo_action];
      const definition = resources.find(({ name: one }) => one === other);
      const verbs = definition ? verbsOf(definition, () => true).map(({ verb: one }) => one) : [];
      expect(verbs, `${name} is undone by a verb`).toContain(verb);
      for (const locale of locales) {
        const translate = createTranslator({ locale, catalogues: [loadCatalogue(locale)] });
        const keys = [`resources.${other}.actions.${verb}`, `resources.${other}.verbs.${verb}`, `kit.verbs.${verb}`];
        expect(
          keys.some((key) => translate(key) !== key),
          `${verb} is named in ${locale}`,
        ).toBe(true);
      }
    }
  });

  it('has a field typed to confirm only in an action of one row that cannot be undone, and it repeats the title', () => {
    expect(Object.values(resource.fields).filter(({ confirms }) => confirms)).toEqual([]);
    for (const action of Object.values(resource.actions ?? {}))
      for (const { confirms, kind, rules } of Object.values(action.fields ?? {}))
        if (confirms !== undefined)
          expect([confirms, kind, rules, action.single_row, action.undo_action]).toEqual([
            resource.title,
            'text',
            expect.stringMatching(/^required/),
            true,
            null,
          ]);
  });

  it('has actions that need other permissions only where these exist, and refuses who lacks one of them', async () => {
    for (const [name, action] of Object.entries(resource.actions ?? {})) {
      const { also_requires: needs = [] } = action;
      if (needs.length === 0) continue;
      const own = permissionOf(resource, name);
      const known = await app.ctx.db.selectFrom('menus').select('key').where('key', 'in', needs).execute();
      expect(known.map(({ key }) => key).toSorted(), `${name} needs permissions that exist`).toEqual(needs.toSorted());
      expect(needs, `${name} needs more than its own`).not.toContain(own);
      const some = await app.person.adminWith([permissionOf(resource, 'list'), own]);
      const answer = await app.http(action.method, `${base(resource)}/${name}`, { as: some, body: { ids: [1] } });
      expect([answer.status, answer.body.code]).toEqual([403, 'access.denied']);
      const index = await app.http('GET', base(resource), { as: some });
      expect(index.body.permissions, `${name} is not offered`).not.toContain(name);
      const all = await app.person.adminWith([permissionOf(resource, 'list'), own, ...needs]);
      expect((await app.http('GET', base(resource), { as: all })).body.permissions).toContain(name);
    }
  });

  it('folds groups of its form that one need not fill in, and not all', () => {
    const groups = resource.form ?? [];
    expect(groups.length === 0 || groups.some(({ folded }) => !folded)).toBe(true);
    for (const name of groups.flatMap(({ folded, fields }) => (folded ? fields : []))) {
      const { rules = '', initial } = resource.fields[name] ?? {};
      expect(/\brequired(?!_)/.test([rules].flat().join('|')) && initial === undefined, `${name} is filled in`).toBe(
        false,
      );
    }
  });

  it('has views of indexed fields, whose verbs apply to their rows', () => {
    const t = createTranslator({ locale: 'zh-CN', catalogues: [loadCatalogue('zh-CN')] });
    const isNamed = (state: string): boolean =>
      [`resources.${resource.name}.verbs.${state}`, `kit.verbs.${state}`].some((key) => t(key) !== key);
    for (const { key, where, verb, since, todo, sum, names } of resource.list.views ?? []) {
      expect(
        where.some((condition) => resource.list.filters?.includes(condition.field)),
        `${key} has an index`,
      ).toBe(true);
      const row = Object.fromEntries(
        where.flatMap((condition) => ('in' in condition ? [[condition.field, condition.in[0]]] : [])),
      );
      const possible = verbsFor(verbsOf(resource, isNamed), row).map((one) => one.verb);
      if (verb) expect(possible, key).toContain(verb);
      if (since) expect(resource.fields[since]?.kind).toBe('date_time');
      if (sum) expect(['integer', 'money']).toContain(resource.fields[sum]?.kind);
      for (const name of names ?? []) {
        const { kind, masked } = resource.fields[name] ?? {};
        expect(['relation', 'text'], `${key} is named by ${name}`).toContain(kind);
        expect(masked, `${name} is shown to everybody`).toBeUndefined();
      }
      const words = [verb, since, sum, names].filter((word) => word !== undefined);
      expect(todo !== undefined || words.length === 0, `${key}: nobody reads it`).toBe(true);
    }
  });

  it('sums numbers of its table that its list shows, and answers the sums of exactly the rows that match', async () => {
    const { summary = [], columns } = resource.list;
    const { body } = await app.http('GET', `${base(resource)}/list?per_page=100`, { as: admin });
    if (summary.length === 0) return expect(body.sums).toBeNull();
    expect(body.total <= 100, 'the whole list is compared').toBe(true);
    for (const key of summary) {
      expect(columns, `${key} has a column to stand under`).toContain(key);
      const { kind, computed, masked } = resource.fields[key] ?? {};
      expect(['integer', 'decimal', 'money', 'duration', 'bytes']).toContain(kind);
      expect([computed, masked], `${key} is stored, and shown to everybody`).toEqual([undefined, undefined]);
    }
    const sums = summary.map((key) => [
      key,
      body.data.reduce((sum: number, row: Record<string, number | null>) => sum + (row[key] ?? 0), 0),
    ]);
    // Counted apart from the rows, as there are none on that page.
    const beyond = await app.http('GET', `${base(resource)}/list?per_page=100&page=2&get_count=1`, { as: admin });
    expect(beyond.body.sums).toEqual(Object.fromEntries(sums));
    return undefined;
  });

  it('names the permission and the words of each button of its feature', async () => {
    const { rows } = await sql<{ key: string }>`select key from menus`.execute(app.ctx.db);
    for (const [name, permission] of Object.entries(resource.buttons ?? {})) {
      expect(rows.map(({ key }) => key)).toContain(permission);
      for (const locale of locales) {
        const t = createTranslator({ locale, catalogues: [loadCatalogue(locale)] });
        for (const key of [`resources.${resource.name}.actions.${name}`, `resources.${resource.name}.say.${name}`])
          expect(t(key), `${locale} ${key}`).not.toBe(key);
      }
    }
  });

  it('looks like a tree only where its rows form one, and shows each row below its parent', async () => {
    const { layouts: looks = [] } = resource.list;
    expect(looks.includes('tree'), 'a tree is shown as one').toBe(resource.tree !== undefined);
    const { cover, corner, lines = [] } = resource.list.gallery ?? {};
    expect(looks.includes('gallery'), 'a gallery says what it shows').toBe(cover !== undefined);
    if (cover) expect(resource.fields[cover]?.kind).toBe('image');
    for (const key of [corner, ...lines]) if (key) expect(resource.fields).toHaveProperty([key]);
    for (const key of resource.form_keep ?? [])
      expect(writableFields(resource.fields, 'create').map(([name]) => name)).toContain(key);
    if (!looks.includes('tree')) return;
    const read = async (query: string) =>
      (await app.http('GET', `${base(resource)}/tree?${query}`, { as: admin })).body;
    const top = await read('');
    for (const row of top.data) expect(row.parent_id).toBeNull();
    const [first] = top.with_children;
    if (first === undefined) return;
    const below = await read(`parent=${first}`);
    expect(below.data.length).toBeGreaterThan(0);
    for (const row of below.data) expect(row.parent_id).toBe(first);
    const [child] = below.data;
    const { data } = await read(`keyword=${encodeURIComponent(String(child[resource.title]))}`);
    const ids = data.map(({ id }: { id: number }) => id);
    expect(ids.indexOf(first), 'the path to it').toBeGreaterThanOrEqual(0);
    expect(ids.indexOf(child.id)).toBeGreaterThan(ids.indexOf(first));
    expect((await app.http('GET', `${base(resource)}/tree`, { as: nobody })).status).toBe(403);
  });

  it('has a page to itself only where a row can be shown', () => {
    if (resource.opens) expect(resource.only).toContain('show');
  });

  it('opens on what exists: figures, facts, and related rows by a filter that holds its id', () => {
    const { figures = [], facts = [], related = [] } = resource.overview ?? {};
    const counts = figures.filter((figure) => typeof figure !== 'string');
    const fields = [...figures.filter((figure) => typeof figure === 'string'), ...facts];
    expect(figures.length).toBeLessThanOrEqual(4);
    expect(new Set(fields).size, 'each field once').toBe(fields.length);
    for (const name of fields) expect(resource.fields).toHaveProperty([name]);
    expect(new Set(related.map((one) => one.resource)).size, 'one tab for each resource').toBe(related.length);
    for (const { resource: name, by, where } of [...related, ...counts]) {
      const target = resources.find((one) => one.name === name);
      if (!target) throw new Error(`${name} is no resource`);
      expect(target.only, `${name} has the permission that is asked for`).toContain('list');
      for (const key of [by, ...Object.keys(where ?? {})])
        expect(target.list.filters, `${name} by ${key}`).toContain(key);
      const { kind, resource: pointed } = target.fields[by] ?? {};
      expect(pointed ?? kind, `${name}.${by} holds an id`).toBe(pointed ? resource.name : 'integer');
      for (const [key, value] of Object.entries(where ?? {})) {
        const { choices } = target.fields[key] ?? {};
        if (choices) expect(choices.map((choice) => choice.value)).toContain(value);
      }
    }
    for (const { resource: name, columns, group_by: groups = [], verbs = [], at } of related) {
      const target = resources.find((one) => one.name === name);
      expect(columns.length).toBeLessThanOrEqual(5);
      for (const key of [...columns, ...groups]) {
        expect(target?.fields).toHaveProperty([key]);
        expect(target?.list.omit_from_list ?? [], `${key} is in a page of the list`).not.toContain(key);
      }
      for (const verb of verbs) expect(target?.actions?.[verb]).toMatchObject({ on: 'rows' });
      if (at) {
        expect(target?.fields[at]?.kind, `${name}.${at} is a moment`).toBe('date_time');
        expect(target?.list.columns, `${name}.${at} is in a page of the list`).toContain(at);
      }
    }
  });

  it('offers a new row only where a relation lacks one that a small form creates', async () => {
    const fieldsOf = (one: ResourceDefinition): Fields[] => [
      one.fields,
      ...Object.values(one.actions ?? {}).map(({ fields = {} }) => fields),
    ];
    const creating = resources
      .flatMap(fieldsOf)
      .flatMap((fields) => Object.values(fields))
      .filter((one) => one.creates && one.resource === resource.name);
    for (const one of creating)
      expect([one.read_only ?? false, one.by ?? 'id', one.look ?? 'select']).toEqual([false, 'id', 'select']);
    if (creating.length === 0) return;
    const needed = neededFields(resource);
    expect(needed[0]?.[0], 'the typed text is its title').toBe(resource.title);
    expect(needed.length, 'a small form').toBeLessThanOrEqual(3);
    const some = await app.person.adminWith([permissionOf(resource, 'create')]);
    const body = Object.fromEntries(needed.map(([key, one]) => [key, sampleValue(one)]));
    const answer = await app.http('POST', base(resource), { as: some, body: { ...body, [resource.title]: '王老师' } });
    expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ id: expect.any(Number) })]);
  });

  it('has an icon that can be chosen', () => {
    expect(loadCatalogue('zh-CN'), 'the icons are in kit_icons.json').toHaveProperty([
      `kit_icons.${resource.menu.icon}`,
    ]);
  });

  it('has wording for its name, fields, choices and actions in every language', () => {
    const missing: string[] = [];
    for (const locale of locales) {
      const t = createTranslator({ locale, catalogues: [loadCatalogue(locale)] });
      const lacks = (key: string): boolean => ['', key].includes(t(key));
      missing.push(
        ...neededWords(resource).flatMap(([own = '', ...others]) =>
          lacks(own) && others.every(lacks) ? [`${locale}: ${own}`] : [],
        ),
      );
    }
    expect(missing, `npm run make:resource ${resource.name} adds these to the catalogues, to be filled in`).toEqual([]);
  });
});
