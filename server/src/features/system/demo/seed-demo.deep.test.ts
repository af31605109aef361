import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await seedDemo(app.ctx, { log: () => undefined });
});
afterAll(async () => app.close());

it('draws a clip for every course, as large and as long as its lessons promise', async () => {
  const { rows } = await sql<{ n: number; lines: number }>`
    select count(*)::int as n, min(m.height) as lines from media m where m.status = 3 and m.duration_sec > 20 and m.width > 0`.execute(
    app.ctx.db,
  );
  expect(rows).toEqual([{ n: 12, lines: 720 }]);
  const { rows: lessons } = await sql`
    select l.id from lessons l join media m on m.id = l.media_id where l.duration_sec <> m.duration_sec`.execute(
    app.ctx.db,
  );
  expect(lessons).toEqual([]);
});
