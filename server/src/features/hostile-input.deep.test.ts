import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import {
  areaOf,
  areas,
  createSender,
  endsSession,
  hostileBodies,
  hostileIds,
  hostileTexts,
  hostileValues,
  requestsFor,
  some,
} from '../../test/hostile/hostile-requests.ts';
import { features } from './index.ts';
import { resourceRoutes } from '../kit/resource-routes.ts';

// Every route with every value in each of its places, by everybody. The quick form beside it asks each route a few of them.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => app.close());

it.each(areas)(
  'whatever is sent by somebody of %s, no route fails as if the server were at fault',
  async (area) => {
    const ask = createSender(app);
    const faults: string[] = [];
    for (const route of [...features.flatMap((feature) => feature.routes), ...resourceRoutes(app.ctx.resources)].filter(
      (one) => !endsSession(one),
    )) {
      const all = requestsFor(route, {
        ids: hostileIds,
        texts: hostileTexts,
        values: hostileValues,
        bodies: hostileBodies,
      });
      // Where somebody may not come in at all, nothing is read.
      faults.push(...(await ask(route, area, areaOf(route) === area ? all : some(all, 6, 0))));
    }
    expect(faults).toEqual([]);
  },
  3_600_000,
);
