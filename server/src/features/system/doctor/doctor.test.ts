import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { parseSettings } from '../../../config.ts';
import { anchorFile } from '../../../process/data-folder.ts';
import { findExposures } from '../../../process/exposure.ts';
import { createPool } from '../../../db/pool.ts';
import { startTestApp } from '../../../../test/app.ts';
import { buildAgency } from '../../../../test/factories.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { findProjectRoot } from '../../../project-root.ts';
import { sealLedgers } from '../../commerce/ledgers/public.ts';
import { sealChain } from '../../office/audit/public.ts';
import { describeFinding, fail, ok } from './check.ts';
import { checkDataFolder, checkSecret, checkUploads } from './check-data.ts';
import { checkDatabase, checkRedis } from './check-database.ts';
import { checkLedgers } from './records/check-ledgers.ts';
import { checkLogs } from './records/check-logs.ts';
import { checkProviders } from './check-providers.ts';
import { checkVideos } from './check-videos.ts';
import { checkDiskSpace, checkNode, checkPocketsphinx, checkWebBuild } from './check-machine.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-doctor-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const settingsWith = (database: string) => {
  const { host, port, user, password } = inject('database').connection;
  return parseSettings({
    KAIKE_DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  });
};

describe('doctor', () => {
  it.each([
    ['18.20.0', 'fail'],
    ['20.18.9', 'fail'],
    ['20.19.0', 'ok'],
    ['20.20.2', 'ok'],
    ['24.0.0', 'ok'],
  ])('judges Node.js %s: %s', (version, level) => {
    expect(checkNode(findProjectRoot(), version).level).toBe(level);
  });

  it('checks the secret in all its states', () => {
    const file = join(folder, 'secret');
    expect(checkSecret(folder, 's'.repeat(40)).level).toBe('ok');
    expect(checkSecret(folder, null).level).toBe('warn');
    mkdirSync(join(folder, 'postgres/pg18'), { recursive: true });
    expect(checkSecret(folder, null)).toMatchObject({ level: 'fail', text: `The secret ${file} is missing` });
    writeFileSync(file, 'short', { mode: 0o600 });
    expect(checkSecret(folder, null)).toMatchObject({ level: 'fail', text: `The secret ${file} is truncated` });
    writeFileSync(file, 's'.repeat(40));
    expect(checkSecret(folder, null).level).toBe('ok');
    chmodSync(file, 0o644);
    expect(checkSecret(folder, null)).toMatchObject({ level: 'fail', fix: `chmod 600 ${file}` });
  });

  it('checks folders that exist and those that do not yet', async () => {
    expect(checkDataFolder(folder).level).toBe('ok');
    expect(checkDataFolder(join(folder, 'later')).level).toBe('warn');
    expect(checkUploads(folder).level).toBe('warn');
    mkdirSync(join(folder, 'uploads'));
    expect(checkUploads(folder).level).toBe('ok');
    expect((await checkDiskSpace(join(folder, 'not/yet/there'))).text).toContain('GiB free');
  });

  it('says whether reading aloud is compared, which is no fault either way', () => {
    expect(checkPocketsphinx(folder, [folder])).toMatchObject({
      level: 'ok',
      text: expect.stringContaining('is not installed'),
    });
    writeFileSync(join(folder, 'pocketsphinx_continuous'), '');
    writeFileSync(join(folder, 'cmudict-en-us.dict'), '');
    expect(checkPocketsphinx(folder, [folder]).text).toContain('is installed');
  });

  it('looks for the built pages', () => {
    expect(checkWebBuild(folder).level).toBe('fail');
    mkdirSync(join(folder, 'dist/web'), { recursive: true });
    writeFileSync(join(folder, 'dist/web/index.html'), '');
    expect(checkWebBuild(folder).level).toBe('ok');
  });

  it('checks the database and reports problems', async () => {
    const database = await createTestDatabase();
    const findings = await checkDatabase(settingsWith(database.connection.database));
    await database.drop();
    expect(findings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^PostgreSQL [\d.]+ .*answers/),
      expect.stringMatching(/role|superuser/),
      'The database schema is up to date',
      expect.stringContaining('clocks'),
      expect.stringContaining('operation log is intact'),
      expect.stringContaining('seals of the operation log were not checked: there is no secret yet'),
      'The ledgers were not checked: there is no secret yet',
      'The menu is a consistent tree of 0 entries',
      'No background job failed for good',
      'No background job has waited for over 10 minutes',
    ]);
  });

  it('checks the operation log against its seals and anchors, with the secret of the server', async () => {
    const app = await startTestApp();
    const { ctx } = app;
    const settings = { data_dir: ctx.config.data_dir, secret: ctx.config.secret, old_secret: null };
    const textOf = async (changes: { secret?: string | null } = {}) =>
      (await checkLogs(ctx.pool, { ...settings, ...changes })).map(({ level, text }) => `${level} ${text}`);
    expect((await textOf())[1]).toMatch(/^ok The operation log has no seal yet/);
    const admin = await app.person.admin();
    await app.http('PUT', '/admin/configs', { as: admin, body: { values: { school_name: '晨光学堂' } } });
    await sealChain(ctx);
    expect((await textOf())[1]).toBe('ok It matches its seals (1) and the anchors in the data folder (1)');
    expect((await textOf({ secret: 'another secret than the one of the server' }))[1]).toMatch(
      /^fail None of the seals of the operation log \(1\)/,
    );
    expect((await textOf({ secret: null }))[1]).toMatch(/^warn .* not checked: there is no secret yet$/);
    // Unreadable anchors do not count as missing.
    renameSync(anchorFile(ctx.config.data_dir), `${anchorFile(ctx.config.data_dir)}.kept`);
    mkdirSync(anchorFile(ctx.config.data_dir));
    expect((await textOf())[1]).toBe('fail The seals and anchors of the operation log could not be read (EISDIR)');
    rmdirSync(anchorFile(ctx.config.data_dir));
    renameSync(`${anchorFile(ctx.config.data_dir)}.kept`, anchorFile(ctx.config.data_dir));
    // A rewritten chain is intact; only the seals show that it is a different one.
    await sql`alter table logs disable trigger user`.execute(ctx.db);
    await sql`with gone as (delete from log_seals), begun as (update log_chain set hash = sha256('kaike'::bytea)) delete from logs`.execute(
      ctx.db,
    );
    await sql`alter table logs enable trigger user`.execute(ctx.db);
    expect(await textOf()).toEqual([
      expect.stringMatching(/^ok .* 0 entries/),
      expect.stringMatching(/^fail The operation log does not match its seals and anchors: entry \d+ is missing$/),
    ]);
    await app.close();
  });

  it('checks the ledgers: what SQL added to lines and balance is no line of the server', async () => {
    const app = await startTestApp();
    const { ctx } = app;
    const settings = { data_dir: ctx.config.data_dir, secret: ctx.config.secret, old_secret: null };
    const textOf = async (secret: string | null = ctx.config.secret) =>
      (await checkLedgers(ctx.pool, { ...settings, secret })).map(({ level, text }) => `${level} ${text}`);
    const { id } = await buildAgency(ctx, { card_num: 0 });
    await sealLedgers(ctx);
    expect(await textOf()).toEqual([
      "ok The quota ledger adds up, and its lines are the server's: 0 lines, 0 sealed",
      "ok The ledger of AI seconds adds up, and its lines are the server's: 0 lines, 0 sealed",
    ]);
    await sql`with line as (insert into card_num_logs (id, agency_id, type, delta, balance_before, balance_after, request_id)
        overriding system value values (77, ${id}, 1, 1000, 0, 1000, 'forged'))
      update agencies set card_num = 1000 where id = ${id}`.execute(ctx.db);
    expect((await textOf())[0]).toBe(
      'fail The quota ledger is not as the server wrote it: 1 lines were not written by the application: 77.',
    );
    expect((await textOf('another secret than the one of the server'))[0]).toContain(
      'None of the seals matches the current secret.',
    );
    expect(await textOf(null)).toEqual([expect.stringMatching(/^warn .* not checked: there is no secret yet$/)]);
    await app.close();
  });

  it('reports how many videos lack a smaller rendition, and which failed repeatedly', async () => {
    const database = await createTestDatabase();
    const pool = createPool(database.connection, { max: 1 });
    const one = JSON.stringify({ mode: 'hls', renditions: [{}] });
    for (const [key, tries] of [
      ['a', 0],
      ['b', 4],
      ['c', 5],
    ] as const) {
      await pool.query(
        'insert into media (storage_key, status, width, height, renditions, smaller_tries) values ($1, 3, 1280, 720, $2, $3)',
        [key, one, tries],
      );
    }
    const findings = await checkVideos(pool);
    await pool.query('alter table media drop column smaller_tries');
    const before = await checkVideos(pool);
    await pool.end();
    await database.drop();
    expect(findings).toMatchObject([
      { level: 'ok', text: expect.stringMatching(/^2 videos lack/) },
      { level: 'warn', text: expect.stringMatching(/^1 videos did not/) },
    ]);
    expect(before).toEqual([]);
  });

  it('reports that the database cannot be used', async () => {
    const findings = await checkDatabase(settingsWith('kaike_no_such_database'));
    expect(findings).toMatchObject([{ level: 'fail', text: 'The database cannot be used' }]);
  });

  it('starts no database that was never created', async () => {
    expect(await checkDatabase(parseSettings({ KAIKE_DATA_DIR: folder }))).toMatchObject([{ level: 'warn' }]);
  });

  it('reports that Redis does not respond', async () => {
    expect(await checkRedis(null)).toEqual([]);
    expect(await checkRedis('redis://127.0.0.1:1')).toMatchObject([{ level: 'fail', text: 'Redis does not respond' }]);
  });

  it('prints the fix below the problem', () => {
    expect(describeFinding(ok('Fine'))).toBe('ok    Fine');
    expect(describeFinding(fail('Broken', 'Mend it.'))).toBe('fail  Broken\n      Mend it.');
  });

  it('warns when no message reaches people, except in environments that show them', async () => {
    const database = await createTestDatabase();
    const pool = createPool(database.connection, { max: 1 });
    try {
      const warnings = async () =>
        (await checkProviders(pool, { env: 'production' })).filter(({ level }) => level === 'warn').length;
      expect(await checkProviders(pool, { env: 'local' })).toEqual([]);
      expect(await warnings()).toBe(2);
      await pool.query(
        "insert into configs (name, key, \"group\", value) values ('x', 'sms_driver', 'sms', 'aliyun'), ('x', 'mail_driver', 'mail', 'local')",
      );
      const texts = async () => (await checkProviders(pool, { env: 'production' })).map(({ text }) => text);
      expect(await texts()).toEqual([
        'The account for sms is incomplete: aliyun lacks sms_access_key_id, sms_access_key_secret, sms_sign, sms_template_verify',
        'No mail server is set: passwords cannot be reset by mail',
        'Files are on the disk of this machine',
        'No map provider is set: places are chosen on a grid and shown as numbers',
        'No face vendor is set: real names are verified by a person',
        'The captcha is the built-in slider',
        'Videos are packaged by this machine',
        'No chat service is set: talks with the AI teacher are scripted',
        'No speech service is set: the AI teacher speaks by the voices of browsers',
        'No transcription service is set: learners type, or their browser hears them',
        'No moderation service is set: talks are checked by word lists',
        'No translation service is set: lines of talks are translated by the chat service',
      ]);
      await pool.query("update configs set value = 'smtp' where key = 'mail_driver'");
      await pool.query(
        "insert into configs (name, key, \"group\", value) values ('x', 'mail_host', 'mail', 'm.example'), ('x', 'mail_from', 'mail', 'a@m.example')",
      );
      expect(await warnings()).toBe(1);
      await pool.query(
        "insert into configs (name, key, \"group\", value) values ('x', 'chat_driver', 'chat', 'deepseek'), ('x', 'chat_fallback', 'chat', 'qwen'), ('x', 'chat_key', 'chat', 'k'), ('x', 'chat_model', 'chat', 'm')",
      );
      expect(await texts()).toContain(
        'The account for chat is incomplete: qwen lacks chat_fallback_key, chat_fallback_model',
      );
    } finally {
      await pool.end();
      await database.drop();
    }
  });

  it('reports settings that expose too much', () => {
    const textsOf = (settings: Parameters<typeof findExposures>[0]) =>
      findExposures(settings).map(({ text }) => text.split(':')[0]);
    expect(textsOf({ env: 'local', expose_local_codes: true, public_url: null })).toEqual(['KAIKE_EXPOSE_LOCAL_CODES']);
    expect(textsOf({ env: 'production', expose_local_codes: true, public_url: null })).toEqual([
      'KAIKE_PUBLIC_URL is not set',
    ]);
    expect(textsOf({ env: 'local', expose_local_codes: false, public_url: null })).toEqual([]);
    expect(textsOf({ env: 'production', expose_local_codes: false, public_url: 'https://school.example' })).toEqual([]);
  });
});
