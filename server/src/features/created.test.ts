import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceRoutes } from '../kit/resource-routes.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { features } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Those that may answer with what was there, and decide by themselves; a stream; and the newer release of a plugin. */
const others = new Set([
  '/home/pay-orders',
  '/home/ai-words',
  '/home/ai-chats',
  '/home/ai-messages',
  '/admin/plugin-packages',
]);

it('what is created is answered with 201', () => {
  const routes = [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)];
  const paths = routes.map(({ contract }) => contract.path);
  const holdsRows = (path: string): boolean =>
    paths.some((one) => one.startsWith(`${path}/:`) && !one.slice(path.length + 2).includes('/'));
  const wrong = routes.filter(
    ({ contract: { method, path }, status }) =>
      method === 'POST' && holdsRows(path) && status !== 201 && !others.has(path),
  );
  expect(wrong.map(({ contract }) => contract.path)).toEqual([]);
});
