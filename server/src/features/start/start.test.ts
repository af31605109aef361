import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('GET /open/user', () => {
  it('knows nobody without a session', async () => {
    const { status, body } = await app.http('GET', '/open/user');
    expect([status, body]).toEqual([200, { user: null, lifetime: 120 }]);
  });
});
