import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceRoutes } from '../kit/resource-routes.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { features } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const numbers = { GET: 1, POST: 2, PUT: 4, DELETE: 8 };

it('the menu names the method by which a permission is used', async () => {
  const routes = [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)];
  const entries = await app.ctx.db
    .selectFrom('menus')
    .select(['key', 'method'])
    .where('is_page', '=', 0)
    .where('action', 'is not', null)
    .execute();
  const wrong = entries.flatMap(({ key, method }) => {
    const used = routes.filter((route) => route.permission === key).map((route) => numbers[route.contract.method]);
    return used.length > 0 && method.some((one) => !used.includes(one)) ? [`${key} ${method} of ${used.join()}`] : [];
  });
  expect(wrong).toEqual([]);
});
