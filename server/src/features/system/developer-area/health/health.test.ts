import { chmodSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../../test/app.ts';
import { addJob } from '../../../../core/job.ts';

let app: TestApp;
let here: AdminPerson;

beforeAll(async () => {
  app = await startTestApp({ config: { env: 'local' }, uses_outbox: true });
  here = { ...(await app.person.admin()), ip: '127.0.0.1' };
});
afterAll(() => app.close());

const area = '/admin/developments';
type Entry = { level: string; repair: string | null };
const repairsOf = (findings: Entry[]): string[] => findings.flatMap(({ repair }) => repair ?? []);
const offered = async (): Promise<string[]> =>
  repairsOf((await app.http('GET', `${area}/health`, { as: here })).body.findings);
const repair = (name: string) => app.http('POST', `${area}/health/repair`, { as: here, body: { repair: name } });

it('repairs what it finds, once, and logs it', async () => {
  const folder = app.ctx.config.data_dir;
  const secret = join(folder, 'secret');
  writeFileSync(secret, app.ctx.config.secret);
  chmodSync(secret, 0o644);
  rmSync(join(folder, 'uploads'), { recursive: true, force: true });
  await addJob(app.ctx.db, 'send-webhook', { id: 0 }, { key: 'health-1' });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'health-1'`.execute(
    app.ctx.db,
  );
  await sql`update menus set left_margin = 0 where key = 'admin.courses.list'`.execute(app.ctx.db);
  const names = ['secret_mode', 'uploads', 'menus', 'jobs'];
  expect(await offered()).toEqual(names);
  for (const [index, name] of names.entries())
    expect(repairsOf((await repair(name)).body.findings)).toEqual(names.slice(index + 1));
  expect(statSync(secret).mode & 0o777).toBe(0o600);
  expect(existsSync(join(folder, 'uploads'))).toBe(true);
  const { body } = await repair('menus');
  expect(body.code).toBe('request.not_found');
  const logged = await app.ctx.db
    .selectFrom('logs')
    .select('record_title')
    .where('resource', '=', 'developments')
    .orderBy('id')
    .execute();
  expect(logged.map(({ record_title: title }) => title)).toEqual(names);
});

it('shows what would have been sent', async () => {
  await app.ctx.adapters.mail.send({ to: 'a@example.com', subject: '你好', text: '正文' });
  const { messages } = (await app.http('GET', `${area}/outbox`, { as: here })).body;
  expect(messages[0]).toMatchObject({ channel: 'mail', receiver: 'a@example.com', subject: '你好' });
});
