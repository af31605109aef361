import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { seed } from './seed.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const granted = async (): Promise<string[]> => {
  const { rows } = await sql<{
    key: string;
  }>`select m.key from menu_role x join roles r on r.id = x.role_id join menus m on m.id = x.menu_id where r.code = 'agency' order by m.key`.execute(
    app.ctx.db,
  );
  return rows.map((row) => row.key);
};

it('grants agencies the permissions of a new release, and leaves revoked ones alone', async () => {
  const before = await granted();
  expect(before).toContain('admin.card-cartons.receive');
  // An older installation: cartons did not exist, and the school had revoked the export of cards.
  await sql`delete from menus where key like 'admin.card-cartons%'`.execute(app.ctx.db);
  await sql`delete from menu_role x using menus m where m.id = x.menu_id and m.key = 'admin.cards.export' and x.role_id in (select id from roles where code = 'agency')`.execute(
    app.ctx.db,
  );
  await seed(app.ctx);
  await seed(app.ctx);
  expect(await granted()).toEqual(before.filter((key) => key !== 'admin.cards.export'));
});
