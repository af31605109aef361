import { expect, it } from 'vitest';
import { createRecentRequests } from './recent-requests.ts';

const request = { method: 'GET', route: '/open/courses', started_at: new Date(0) };

it('keeps the last requests, and of each the first statements', () => {
  const recent = createRecentRequests({ requests: 2, statements: 2 });
  for (let round = 0; round < 3; round += 1) {
    const entry = recent.begin(request);
    recent.run(entry, () => {
      for (const text of ['select 1', 'select 2', 'select 1', 'select 3', 'select 4']) recent.measure(text)?.(1);
      recent.measure('select 2')?.(null);
    });
    recent.end(entry, { status: 200, ms: 5 });
  }
  expect(recent.list().map(({ id }) => id)).toEqual([3, 2]);
  const [last] = recent.list();
  expect(last).toMatchObject({ route: '/open/courses', status: 200, ms: 5, uncounted: 2 });
  expect(last?.statements).toMatchObject([
    { text: 'select 1', count: 2, rows: 2, failures: 0 },
    { text: 'select 2', count: 2, rows: 1, failures: 1 },
  ]);
});

it('measures nothing outside of a request', () => {
  const recent = createRecentRequests();
  expect(recent.measure('select 1')).toBeNull();
  expect(recent.list()).toEqual([]);
});
