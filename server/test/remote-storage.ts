import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { buildContext } from '../src/context.ts';
import { createHttp, type Http } from './client.ts';
import type { TestApp } from './app.ts';
import { accountAt, vendorStarters, type VendorFake, type VendorName } from './fakes/storage-vendors.ts';
import { connectionOf } from './processes/kill.ts';
import type { Context } from '../src/core/context.ts';
import type { SettingKey, SettingValue } from '../src/core/settings/settings.ts';

/** Starts a fake vendor and enters the school's account there; new files go to it when it is selected. */
export async function openAccount(app: TestApp, vendor: VendorName): Promise<VendorFake> {
  const fake = await vendorStarters[vendor](app.clock.now);
  for (const [key, value] of Object.entries(accountAt[vendor](fake.base)))
    await app.setting(key as SettingKey, value as SettingValue<SettingKey>);
  return fake;
}

export type SecondServer = { ctx: Context; http: Http; files: () => Promise<string[]>; close: () => Promise<void> };

/** Another server on the same database, with an empty data folder. */
export async function startSecondServer(app: TestApp): Promise<SecondServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-second-'));
  const ctx = await buildContext({
    config: { ...app.ctx.config, data_dir: folder },
    connection: connectionOf(app.ctx),
    log: pino({ level: 'silent' }),
    clock: app.clock.now,
  });
  const server = await buildApp(ctx);
  await server.ready();
  return {
    ctx,
    http: createHttp(server, ctx),
    files: () => listFiles(folder),
    async close() {
      await server.close();
      await ctx.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The stored files in a data folder, without what work leaves behind. */
export async function listFiles(folder: string): Promise<string[]> {
  const uploads = join(folder, 'uploads');
  const entries = await readdir(uploads, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(uploads.length + 1))
    .filter((name) => !name.startsWith('.parts'));
}
