import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { translatorOf } from '../../core/wording.ts';
import { cellsInTurns, exportPageRows } from './export-rows.ts';

let app: TestApp;
let admin: AdminPerson;
const many = exportPageRows + 30;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
  await app.ctx.db
    .insertInto('teachers')
    .values(Array.from({ length: many }, (_one, index) => ({ name: `老师 ${index}` })))
    .execute();
});
afterAll(async () => app.close());

const logs = (as: AdminPerson) =>
  app.ctx.db
    .selectFrom('down_logs')
    .select(['resource', 'fields', 'filters', 'row_count'])
    .where('user_id', '=', as.user_id)
    .orderBy('id')
    .execute();
const fetchPage = (query: string, as: AdminPerson = admin) =>
  app.http('GET', `/admin/teachers/export?${query}`, { as });
const someone = () => app.person.adminWith(['admin.teachers.list', 'admin.teachers.export']);

describe('the download log of an export by pages', () => {
  it('has one row for all its pages, with the fields and the number of rows', async () => {
    const as = await someone();
    const where = `where[_keyword]=${encodeURIComponent('老师')}&fields[]=name&fields[]=id`;
    const first = await fetchPage(where, as);
    const second = await fetchPage(`${where}&page=2&id=${first.body.max_id}`, as);
    expect(second.body.data).toHaveLength(many - exportPageRows);
    expect(await logs(as)).toEqual([
      { resource: 'teachers', fields: ['id', 'name'], filters: { 'where[_keyword]': '老师' }, row_count: many },
    ]);
  });

  it('has a new row for a page that does not continue an export of this person', async () => {
    const as = await someone();
    expect((await fetchPage('page=2&id=0', as)).body.data).toHaveLength(exportPageRows);
    expect(await logs(as)).toMatchObject([{ row_count: exportPageRows, fields: teachers.transfer?.export }]);
    const { max_id: end } = (await fetchPage('page=7&id=0', as)).body;
    await fetchPage(`page=3&id=${end - 5}`, as);
    await fetchPage(`page=2&id=${end}&where[_keyword]=${encodeURIComponent('老师')}`, as);
    await fetchPage(`page=2&id=${end}&fields[]=name`, as);
    expect(await logs(as)).toHaveLength(5);
    // Nobody can continue another person's export.
    const stranger = await someone();
    await fetchPage(`page=2&id=${end}`, stranger);
    expect(await logs(stranger)).toMatchObject([{ row_count: many - exportPageRows }]);
  });

  it('records a page each time it is fetched', async () => {
    const as = await someone();
    const { max_id: end } = (await fetchPage('', as)).body;
    const page = `page=2&id=${end}`;
    await Promise.all([fetchPage(page, as), fetchPage(page, as)]);
    expect((await logs(as)).map((row) => row.row_count).sort((a, b) => Number(a) - Number(b))).toEqual([
      many - exportPageRows,
      many,
    ]);
  });

  it('joins pages for a day only', async () => {
    const as = await someone();
    const { max_id: end } = (await fetchPage('', as)).body;
    app.clock.advance(25 * 3_600_000);
    await fetchPage(`page=2&id=${end}`, as);
    expect(await logs(as)).toHaveLength(2);
  });

  it('records the fields and the number of rows of a file, too', async () => {
    const as = await someone();
    for (const path of ['export.xlsx?fields[]=name', 'export?format=xlsx&fields[]=name'])
      await app.http('GET', `/admin/teachers/${path}`, { as });
    expect(await logs(as)).toMatchObject([
      { row_count: many, fields: ['name'] },
      { row_count: many, fields: ['name'] },
    ]);
  });

  it('refuses invalid page positions', async () => {
    for (const query of [
      'page=x',
      'page=-1',
      'page=1.5',
      'page=1e30',
      'page=2&id=1.5',
      'page=2&id=1e30',
      'page=2&id=-3',
      'page=2&id=x',
    ]) {
      expect((await fetchPage(query)).status, query).toBe(422);
    }
  });
});

describe('cells of a page', () => {
  it('are built in turns, so that other requests run in between', async () => {
    const rows = Array.from({ length: exportPageRows }, (_one, index) => ({ id: index + 1, name: `老师 ${index}` }));
    let [turns, isOver] = [0, false];
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const cells = await cellsInTurns(
      { t: translatorOf('zh-CN'), locale: 'zh-CN', time_zone: 'Asia/Shanghai', resource: 'teachers' },
      [['name', teachers.fields.name]],
      rows,
    );
    isOver = true;
    expect(cells.slice(0, 2)).toEqual([['老师 0'], ['老师 1']]);
    expect(cells).toHaveLength(exportPageRows);
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
