import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { defineResource } from '@kaike/shared/kit/resource';
import { locales } from '@kaike/shared/locales/languages';
import { planWords } from './plan-words.ts';
import { openProject, writeFiles, type Project } from '../project.ts';

const rooms = defineResource({
  name: 'rooms',
  table: 'rooms',
  area: 'admin',
  menu: { root: 'learning', icon: 'school', sort: 1 },
  only: ['list', 'create', 'export'],
  title: 'name',
  fields: {
    name: field.text({ rules: 'required' }),
    kind: field.choice([{ value: 1, key: 'large' }]),
    seats: field.integer(),
  },
  list: { columns: ['name'], default_sort: 'name', views: [{ key: 'full', where: [] }] },
  form: [{ group: 'basic', fields: ['name'] }],
});

let root: string;
let project: Project;
const folder = (locale: string): string => `shared/src/locales/${locale}`;

function put(path: string, value: unknown): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value));
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kaike-words-'));
  put('shared/src/resources/index.ts', '');
  for (const locale of locales) {
    put(`${folder(locale)}/kit.json`, { fields: { name: 'Name' }, kit: { groups: { basic: 'Basic' } } });
    for (const log of ['logs', 'down-log'])
      put(`${folder(locale)}/resources/${log}.json`, '{ "resource": { "rooms": "" } }');
    put(`${folder(locale)}/resources/rooms.json`, {
      resources: { rooms: { name: '', fields: { seats: `Seats ${locale}` } } },
    });
  }
  project = openProject(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const wordsOf = (locale: string): unknown => JSON.parse(project.need(`${folder(locale)}/resources/rooms.json`));

it('adds an empty word for each that is needed and that no catalogue says, and keeps the others', () => {
  const files = planWords(project, rooms);
  expect(files.map(({ path }) => path)).toEqual(locales.map((locale) => `${folder(locale)}/resources/rooms.json`));
  writeFiles(project, files);
  for (const locale of locales)
    expect(wordsOf(locale)).toEqual({
      resources: {
        rooms: {
          name: '',
          fields: { seats: `Seats ${locale}`, kind: '' },
          choices: { kind: { large: '' } },
          views: { full: '' },
        },
      },
    });
  expect(planWords(project, rooms)).toEqual([]);
});

it('gives the logs the name of the resource once it has one', () => {
  put(
    `${folder('en')}/resources/rooms.json`,
    project.need(`${folder('en')}/resources/rooms.json`).replace('"name": ""', '"name": "Rooms"'),
  );
  const files = planWords(project, rooms);
  expect(files.map(({ path, after }) => [path, after])).toEqual(
    ['logs', 'down-log'].map((log) => [
      `${folder('en')}/resources/${log}.json`,
      '{ "resource": { "rooms": "Rooms" } }',
    ]),
  );
});
