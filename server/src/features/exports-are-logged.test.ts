import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../test/app.ts';
import { features } from './index.ts';
import { resourceRoutes } from '../kit/resource-routes.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

/** Need a record or a file first; each has a test of its own that reads the log. */
const testedElsewhere = [
  'GET /admin/bulk-runs/:id/results.xlsx',
  'GET /admin/card-prints/:id/files/:part',
  'GET /admin/card-batches/:id/secrets',
  'GET /admin/file-log/download',
];
/** Hold no rows: forms to fill in, and pictures of one card; one with its secret counts as a reveal. */
const isNoExport = (name: string): boolean => /\/(import-template|picture)$/.test(name);

const isDescribed = (answer: object): boolean => Object.keys(answer).length > 0;
const fileRoutes = (): string[] =>
  [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)]
    .filter(({ guard, contract, shape }) => guard === 'admin' && !isDescribed((shape() ?? contract).response.json))
    .map(({ contract }) => `${contract.method} ${contract.path}`);

const countLogged = async (): Promise<number> =>
  (await app.ctx.db.selectFrom('down_logs').select('id').where('user_id', '=', admin.user_id).execute()).length;

it('every file of the back office that holds rows has its row in the download log', async () => {
  const unlogged: string[] = [];
  for (const name of fileRoutes()) {
    if (testedElsewhere.includes(name) || isNoExport(name)) continue;
    const before = await countLogged();
    const { status } = await app.http('GET', name.replace('GET ', ''), {
      as: admin,
      // Lists refuse parameters they do not know.
      ...(name.endsWith('/export.xlsx') ? {} : { query: { from: '2026-01-01', to: '2026-01-31', by: 'day' } }),
    });
    if (status !== 200 || (await countLogged()) !== before + 1) unlogged.push(`${name} ${status}`);
  }
  expect(unlogged).toEqual([]);
  expect(fileRoutes()).toEqual(expect.arrayContaining(testedElsewhere));
});
