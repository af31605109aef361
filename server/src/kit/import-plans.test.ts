import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestApp } from '../../test/app.ts';

it('tells the planner at once of a table that an import has doubled', async () => {
  const app = await startTestApp();
  try {
    const known = async () => {
      const { rows } = await sql<{ rows: number }>`select reltuples as rows from pg_class where oid = 'teachers'::regclass`.execute(app.ctx.db);
      return rows[0]?.rows ?? 0;
    };
    const admin = await app.person.admin();
    const send = (from: number, count: number) => app.http('POST', '/admin/teachers/import', {
      as: admin, body: { datas: Array.from({ length: count }, (_one, index) => ({ name: `老师 ${from + index}` })) },
    });
    await sql`analyze teachers`.execute(app.ctx.db);
    const before = await known();
    expect((await send(0, 300)).status).toBe(200);
    expect(await known()).toBeGreaterThanOrEqual(before + 300);
    // Half as many again is left to the database, which looks every minute.
    await send(300, 150);
    expect(await known()).toBeLessThan(before + 450);
  } finally {
    await app.close();
  }
});
