import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { format } from 'oxfmt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  newDraft,
  newField,
  noWords,
  type FieldDraft,
  type ResourceDraft,
} from '@kaike/shared/domain/system/forge/draft';
import { inEachLanguage, locales, type Locale } from '@kaike/shared/locales/languages';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import { tableTypes } from '../../../../db/types/table-types.ts';
import { findProjectRoot } from '../../../../project-root.ts';
import { difference } from './difference.ts';
import { addFieldToSource } from './edit-definition.ts';

const style = { printWidth: 120, singleQuote: true };
let root: string;
let app: TestApp;
let here: AdminPerson;

/** What the generator reads, in a folder of its own. */
beforeAll(async () => {
  const source = findProjectRoot();
  root = mkdtempSync(join(tmpdir(), 'kaike-forge-'));
  for (const path of [
    '.oxfmtrc.json',
    'shared/src/resources',
    'server/src/db/tables.ts',
    ...locales.map((locale) => `shared/src/locales/${locale}/resources`),
  ])
    cpSync(join(source, path), join(root, path), { recursive: true });
  mkdirSync(join(root, 'server/migrations'), { recursive: true });
  writeFileSync(join(root, 'server/migrations/0007_last.sql'), '');
  app = await startTestApp({ config: { env: 'local', project_root: root } });
  here = { ...(await app.person.admin()), ip: '127.0.0.1' };
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const post = (path: string, body: object) =>
  app.http('POST', `/admin/developments/resources${path}`, { as: here, body });
const endings: Partial<Record<Locale, string>> = { 'zh-CN': '中', 'zh-TW': '繁' };
const words = (text: string) => inEachLanguage((locale) => `${text}${endings[locale] ?? ''}`);
const fieldOf = (key: string, change: Partial<FieldDraft> = {}): FieldDraft => ({
  ...newField(key),
  words: words(key),
  ...change,
});
const applyMigration = async (path: string): Promise<void> => void (await sql.raw(read(path)).execute(app.ctx.db));
const typesOfDatabase = () => tableTypes(app.ctx.pool);

const notices: ResourceDraft = {
  ...newDraft('study-notices'),
  words: words('Study notices'),
  units: words('study notice'),
  root: 'site',
  icon: 'bell',
  only: ['list', 'show', 'create', 'update', 'delete', 'export', 'import'],
  title: 'title',
  import_key: 'title',
  groups: [{ key: 'plan', words: words('Plan') }],
  fields: [
    fieldOf('title', { is_required: true, max: 60, places: ['list', 'search', 'export', 'import'] }),
    fieldOf('kind', {
      kind: 'choice',
      words: noWords(),
      choices: [
        { value: 'plain', key: 'plain', words: words("It's plain") },
        { value: 'loud', key: 'loud', words: words('Loud') },
      ],
      places: ['list', 'filter'],
    }),
    fieldOf('course_id', {
      kind: 'relation',
      resource: 'courses',
      is_required: true,
      places: ['list', 'filter', 'sort', 'import'],
    }),
    fieldOf('labels', { kind: 'tags', places: ['filter'], group: 'plan' }),
    fieldOf('price', { kind: 'money', min: 0, max: 100, group: 'plan', places: ['list', 'sort', 'export'] }),
    fieldOf('show_at', { kind: 'date_time', group: '', places: ['list'] }),
  ],
};

describe('a new resource', () => {
  it('names what is wrong, and writes nothing of it', async () => {
    const draft = { ...notices, name: 'courses', fields: [fieldOf('order', { kind: 'choice' }), fieldOf('show_at')] };
    const { body } = await post('/preview', { draft });
    const reasons = body.problems.map(({ place, reason }: { place: string; reason: string }) => `${place} ${reason}`);
    expect(reasons).toEqual(
      expect.arrayContaining(['name exists', 'title title', 'fields.0.key reserved', 'fields.0.choices choices']),
    );
    expect(body.files).toEqual([]);
    expect((await post('', { draft, hash: 'x' })).body.code).toBe('developments.draft');
    expect((await post('/preview', { draft: 'nonsense' })).body.problems.length).toBeGreaterThan(3);
  });

  it('is shown first, and written as it was shown', async () => {
    const shown = (await post('/preview', { draft: notices })).body;
    expect(shown.problems).toEqual([]);
    expect(shown.files.map(({ path, state }: { path: string; state: string }) => [path, state])).toEqual(
      expect.arrayContaining([
        ['server/migrations/0008_study_notices.sql', 'new'],
        ['shared/src/resources/site/study-notices.ts', 'new'],
        ['shared/src/locales/zh-TW/resources/study-notices.json', 'new'],
        ['shared/src/resources/index.ts', 'changed'],
        ['server/src/db/tables.ts', 'changed'],
        ['shared/src/resources/office/down-log.ts', 'changed'],
      ]),
    );
    expect(existsSync(join(root, 'shared/src/resources/site/study-notices.ts'))).toBe(false);
    // A person saves the registry meanwhile.
    const registry = read('shared/src/resources/index.ts');
    writeFileSync(join(root, 'shared/src/resources/index.ts'), `${registry}\n`);
    expect((await post('', { draft: notices, hash: shown.hash })).body.code).toBe('developments.changed_since');
    writeFileSync(join(root, 'shared/src/resources/index.ts'), registry);

    // A definition that no registry names is replaced only by someone who saw it.
    writeFileSync(join(root, 'shared/src/resources/site/study-notices.ts'), '// by hand\n');
    const again = (await post('/preview', { draft: notices })).body;
    const own = again.files.find(({ path }: { path: string }) => path === 'shared/src/resources/site/study-notices.ts');
    expect(own.state).toBe('replaced');
    expect(own.lines[0]).toEqual({ mark: '-', text: '// by hand' });
    expect((await post('', { draft: notices, hash: again.hash })).body.code).toBe('developments.replaces');
    const written = await post('', { draft: notices, hash: again.hash, may_replace: true });
    expect(written.body.files).toHaveLength(again.files.length);
    expect(written.body.files.at(-1)).toBe('shared/src/resources/index.ts');
    expect(
      readdirSync(join(root, 'shared/src/resources'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.new'),
      ),
    ).toEqual([]);
  });

  it('reads like one that a person wrote', async () => {
    const files = [
      ...['site/study-notices', 'index', 'office/logs', 'office/down-log'].map(
        (name) => `shared/src/resources/${name}.ts`,
      ),
      ...locales.flatMap((locale) =>
        ['study-notices', 'logs', 'down-log'].map((name) => `shared/src/locales/${locale}/resources/${name}.json`),
      ),
    ];
    for (const path of files) expect((await format(path, read(path), style)).code, path).toBe(read(path));
    expect(read('shared/src/resources/site/study-notices.ts')).toMatchInlineSnapshot(`
      "import { field } from '../../kit/field.ts';
      import { defineResource } from '../../kit/resource.ts';

      export const studyNotices = defineResource({
        name: 'study-notices',
        table: 'study_notices',
        area: 'admin',
        menu: { root: 'site', icon: 'bell', sort: 100 },
        only: ['list', 'show', 'create', 'update', 'delete', 'export', 'import'],
        title: 'title',
        fields: {
          id: field.id(),
          title: field.text({ rules: 'required|max:60' }),
          kind: field.choice(
            [
              { value: 'plain', key: 'plain' },
              { value: 'loud', key: 'loud' },
            ],
            { initial: 'plain' },
          ),
          course_id: field.relation({ resource: 'courses', rules: 'required' }),
          labels: field.tags({ initial: [] }),
          price: field.money({ nullable: true, rules: 'between:0,100' }),
          show_at: field.date_time({ nullable: true }),
          created_at: field.date_time({ read_only: true }),
          updated_at: field.date_time({ read_only: true }),
        },
        list: {
          columns: ['title', 'kind', 'course_id', 'price', 'show_at', 'updated_at'],
          filters: ['kind', 'course_id', 'labels'],
          search: ['title'],
          sort: ['id', 'course_id', 'price', 'updated_at'],
          default_sort: '-id',
        },
        form: [
          { group: 'basic', fields: ['title', 'kind', 'course_id'] },
          { group: 'plan', fields: ['labels', 'price'] },
        ],
        transfer: { export: ['id', 'title', 'price', 'updated_at'], import: ['title', 'course_id'], key: 'title' },
      });
      "
    `);
    expect(read('shared/src/locales/en/resources/study-notices.json')).toContain(
      '"unit": "{count, plural, =1 {1 study notice} other {# study notices}}"',
    );
    expect(read('shared/src/locales/zh-CN/resources/logs.json')).toContain('"study-notices": "Study notices中"');
  });

  it('has a migration after which the row types are those of the database', async () => {
    await applyMigration('server/migrations/0008_study_notices.sql');
    expect(await typesOfDatabase()).toBe(read('server/src/db/tables.ts'));
  });
});

describe('a table that exists', () => {
  it('becomes a description, and gets what it lacks', async () => {
    await sql`create table study_marks (id bigint generated by default as identity primary key, course_id bigint not null references courses (id),
      mark integer not null, note text, seen_on date not null)`.execute(app.ctx.db);
    const answer = await app.http('GET', '/admin/developments/draft-tables/study_marks', { as: here });
    const described: ResourceDraft = answer.body.draft;
    expect(described.fields.map(({ key, kind, resource }) => [key, kind, resource])).toEqual([
      ['course_id', 'relation', 'courses'],
      ['mark', 'integer', ''],
      ['note', 'text', ''],
      ['seen_on', 'date', ''],
    ]);
    const draft = {
      ...described,
      words: words('Study marks'),
      units: words('study mark'),
      fields: described.fields.map((one) => ({ ...one, words: words(one.key), places: ['list', 'sort', 'export'] })),
    };
    writeFileSync(join(root, 'server/src/db/tables.ts'), await typesOfDatabase());
    const { body } = await post('/preview', { draft });
    expect(body.problems).toEqual([]);
    expect((await post('', { draft, hash: body.hash })).status).toBe(200);
    expect(read('shared/src/resources/system/study-marks.ts')).toContain(`seen_on: field.date({ rules: 'required' })`);
    expect(read('shared/src/resources/system/study-marks.ts')).toContain(`mark: field.integer({ initial: 0 })`);
    await applyMigration('server/migrations/0009_study_marks_resource.sql');
    expect(await typesOfDatabase()).toBe(read('server/src/db/tables.ts'));
  });

  it('is none without a number as its id', async () => {
    const answer = await app.http('GET', '/admin/developments/draft-tables/captcha_challenges', { as: here });
    expect(answer.body.code).toBe('developments.table');
  });
});

describe('one field more', () => {
  const level = fieldOf('reading_level', { kind: 'integer', min: 1, max: 9, places: ['list', 'filter', 'export'] });

  it('changes definition, migration, types and words', async () => {
    const shown = (await post('/teachers/fields/preview', { draft: level })).body;
    expect(shown.problems).toEqual([]);
    expect((await post('/teachers/fields', { draft: level, hash: shown.hash })).status).toBe(200);
    const source = read('shared/src/resources/catalog/teachers.ts');
    expect(source).toContain(
      `    reading_level: field.integer({ nullable: true, rules: 'between:1,9' }),\n    created_at:`,
    );
    expect(source).toContain(`filters: ['status', 'gender', 'is_ai', 'reading_level'],`);
    expect((await format('teachers.ts', source, style)).code).toBe(source);
    expect(read('shared/src/locales/en/resources/teachers.json')).toContain('"reading_level": "reading_level"');
    await applyMigration('server/migrations/0010_teachers_reading_level.sql');
    expect(await typesOfDatabase()).toBe(read('server/src/db/tables.ts'));
    expect((await post('/teachers/fields/preview', { draft: level })).body.code).toBe('developments.field_exists');
  });

  it('is refused where rows would have no value', async () => {
    const draft = fieldOf('since_day', { kind: 'date', is_required: true });
    expect((await post('/teachers/fields/preview', { draft })).body.code).toBe('developments.needs_initial');
    expect((await post('/nothing/fields/preview', { draft })).status).toBe(404);
  });

  it('is added to every definition of the product, or refused', async () => {
    const folder = join(findProjectRoot(), 'shared/src/resources');
    const refused: string[] = [];
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
      /^[\w-]+\/[\w-]+\.ts$/.test(one),
    );
    expect(names.length).toBeGreaterThan(40);
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8');
      const draft = { ...level, group: '', places: ['list' as const, 'sort' as const, 'search' as const] };
      const source = await addFieldToSource(text, name, draft).catch(() => refused.push(name));
      if (typeof source !== 'string') continue;
      const { code, errors } = await format(name, source, style);
      expect(errors, name).toEqual([]);
      const marks = difference(text, code).map(({ mark }) => mark);
      expect(code.split('reading_level').length, name).toBe(5);
      expect(marks.filter((mark) => mark === '+').length, name).toBeGreaterThan(0);
    }
    expect(refused).toEqual([]);
  });
});

it('shows the lines around a change, and leaves out the rest', () => {
  const lines = Array.from({ length: 20 }, (_none, index) => `line ${index}`);
  const changed = [...lines.slice(0, 10), 'new', ...lines.slice(11)];
  const text = difference(`${lines.join('\n')}\n`, `${changed.join('\n')}\n`).map(
    ({ mark, text: line }) => mark + line,
  );
  expect(text).toEqual([
    '…',
    ' line 7',
    ' line 8',
    ' line 9',
    '-line 10',
    '+new',
    ' line 11',
    ' line 12',
    ' line 13',
    '…',
  ]);
  expect(difference(null, 'a\n')).toEqual([{ mark: '+', text: 'a' }]);
});
