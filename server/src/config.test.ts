import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, parseSettings } from './config.ts';
import { chooseDataFolder } from './process/data-folder.ts';
import { findProjectRoot } from './project-root.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-config-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig({ KAIKE_DATA_DIR: folder, ...env });
    return [];
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.problems;
    throw cause;
  }
}

describe('loadConfig', () => {
  it('has a default for everything', () => {
    const { secret, ...config } = loadConfig({ KAIKE_DATA_DIR: folder });
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(config).toEqual({
      env: 'local',
      port: 8080,
      host: '127.0.0.1',
      data_dir: folder,
      database_url: null,
      redis_url: null,
      old_secret: null,
      admin_password: null,
      workers: 1,
      public_url: null,
      metrics_port: null,
      expose_local_codes: false,
      shared_files: false,
      plugin_space_mb: 1024,
      statistics_hosts: [],
      project_root: findProjectRoot(),
    });
  });

  it('reads every setting', () => {
    const config = loadConfig({
      KAIKE_DATA_DIR: folder,
      PORT: '80',
      HOST: '::',
      KAIKE_ENV: 'production',
      DATABASE_URL: 'postgres://me:pw@db.example/kaike',
      REDIS_URL: 'rediss://cache',
      KAIKE_SECRET: 's'.repeat(32),
      KAIKE_OLD_SECRET: 'o'.repeat(32),
      KAIKE_ADMIN_PASSWORD: 'abcdefg1',
      KAIKE_WORKERS: '4',
      KAIKE_PUBLIC_URL: 'https://kaike.example/?x#y',
      KAIKE_METRICS_PORT: '9090',
      KAIKE_SHARED_FILES: 'yes',
      KAIKE_PLUGIN_SPACE_MB: '50',
    });
    expect(config).toEqual({
      env: 'production',
      port: 80,
      host: '::',
      data_dir: folder,
      database_url: 'postgres://me:pw@db.example/kaike',
      redis_url: 'rediss://cache',
      secret: 's'.repeat(32),
      old_secret: 'o'.repeat(32),
      admin_password: 'abcdefg1',
      workers: 4,
      public_url: 'https://kaike.example',
      metrics_port: 9090,
      expose_local_codes: false,
      shared_files: true,
      plugin_space_mb: 50,
      statistics_hosts: [],
      project_root: findProjectRoot(),
    });
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '8e3'],
    ['HOST', '1.2.3'],
    ['HOST', '127.0.0.1:80'],
    ['HOST', 'a b'],
    ['KAIKE_ENV', 'prod'],
    ['DATABASE_URL', 'mysql://db/kaike'],
    ['DATABASE_URL', 'postgres://db'],
    ['DATABASE_URL', 'kaike'],
    ['REDIS_URL', 'http://cache'],
    ['KAIKE_SECRET', 's'.repeat(31)],
    ['KAIKE_OLD_SECRET', 's'.repeat(31)],
    ['KAIKE_ADMIN_PASSWORD', 'abcdefgh'],
    ['KAIKE_ADMIN_PASSWORD', '12345678'],
    ['KAIKE_ADMIN_PASSWORD', 'abc1'],
    ['KAIKE_ADMIN_PASSWORD', `a1${'x'.repeat(71)}`],
    ['KAIKE_WORKERS', '0'],
    ['KAIKE_WORKERS', 'auto'],
    ['KAIKE_PUBLIC_URL', 'kaike.example'],
    ['KAIKE_PUBLIC_URL', 'https://kaike.example/learn/'],
    ['KAIKE_EXPOSE_LOCAL_CODES', '1'],
    ['KAIKE_STATISTICS_HOSTS', 'https://stats.example.com'],
    ['KAIKE_METRICS_PORT', '0'],
    ['KAIKE_METRICS_PORT', '8080'],
  ])('refuses %s=%s with one sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .+\\.$`));
  });

  it.each(['localhost', '0.0.0.0', '::1', 'kaike.example'])('accepts the host %s', (host) => {
    expect(loadConfig({ KAIKE_DATA_DIR: folder, HOST: host, KAIKE_ENV: 'production' }).host).toBe(host);
  });

  it.each([
    ['local', 'HOST', '0.0.0.0'],
    ['testing', 'HOST', '::'],
    ['local', 'HOST', '192.168.1.5'],
    ['local', 'HOST', 'kaike.example'],
    ['local', 'KAIKE_PUBLIC_URL', 'https://kaike.example'],
    ['testing', 'KAIKE_PUBLIC_URL', 'http://10.0.0.2:8080'],
  ])(
    'refuses in %s, which shows codes, a %s others can reach (%s), until that is allowed by name',
    (KAIKE_ENV, name, value) => {
      const problems = problemsOf({ KAIKE_ENV, [name]: value });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name}.* KAIKE_EXPOSE_LOCAL_CODES=yes .+\\.$`));
      expect(problemsOf({ KAIKE_ENV, [name]: value, KAIKE_EXPOSE_LOCAL_CODES: 'yes' })).toEqual([]);
      expect(problemsOf({ KAIKE_ENV: 'production', [name]: value })).toEqual([]);
    },
  );

  it.each([
    ['HOST', '127.0.0.2'],
    ['HOST', '::1'],
    ['HOST', 'localhost'],
    ['KAIKE_PUBLIC_URL', 'http://localhost:8080'],
    ['KAIKE_PUBLIC_URL', 'http://[::1]:80'],
  ])('allows codes to be shown with %s=%s, which is this machine', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });

  it('reports all problems at once and treats an empty value as unset', () => {
    expect(problemsOf({ PORT: 'x', KAIKE_ENV: 'y', KAIKE_WORKERS: 'z' })).toHaveLength(3);
    expect(problemsOf({ PORT: '', KAIKE_ENV: ' ', DATABASE_URL: '' })).toEqual([]);
  });

  it('never repeats a password in a problem', () => {
    const problems = problemsOf({
      DATABASE_URL: 'mysql://me:hunter2@db/x',
      REDIS_URL: 'x://:hunter2@y',
      KAIKE_SECRET: 'hunter2',
      KAIKE_ADMIN_PASSWORD: 'hunter2',
    });
    expect(problems).toHaveLength(4);
    expect(problems.join()).not.toContain('hunter2');
  });

  it('keeps the generated secret in a private file and reads it again', () => {
    const first = loadConfig({ KAIKE_DATA_DIR: folder });
    const file = join(folder, 'secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim()).toBe(first.secret);
    expect(loadConfig({ KAIKE_DATA_DIR: folder }).secret).toBe(first.secret);
  });

  it('refuses a stored secret that was cut short', () => {
    writeFileSync(join(folder, 'secret'), 'short');
    expect(problemsOf({})).toEqual([expect.stringContaining('fewer than 32 characters')]);
  });

  it('writes no secret when one is given', () => {
    loadConfig({ KAIKE_DATA_DIR: folder, KAIKE_SECRET: 's'.repeat(40) });
    expect(statSync(join(folder, 'secret'), { throwIfNoEntry: false })).toBeUndefined();
  });

  it('creates the data folder, and reports when it cannot', () => {
    const nested = join(folder, 'a/b');
    expect(loadConfig({ KAIKE_DATA_DIR: nested }).data_dir).toBe(nested);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(problemsOf({ KAIKE_DATA_DIR: file })).toEqual([expect.stringContaining('is a file')]);
    expect(problemsOf({ KAIKE_DATA_DIR: join(file, 'below') })).toEqual([
      expect.stringContaining('cannot be written (ENOTDIR)'),
    ]);
  });
});

describe('readSettings', () => {
  it('does not touch the disk', () => {
    const nowhere = join(folder, 'nowhere');
    expect(parseSettings({ KAIKE_DATA_DIR: nowhere })).toMatchObject({ data_dir: nowhere, secret: null });
    expect(statSync(nowhere, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('chooseDataFolder', () => {
  it('is in the project for an ordinary user', () => {
    chmodSync(folder, 0o700);
    expect(chooseDataFolder({ is_root: false, project_root: folder })).toBe(join(folder, '.data'));
  });

  it('is the system folder when root would hide the data from the database', () => {
    const project = join(folder, 'project');
    mkdirSync(project);
    chmodSync(folder, 0o700);
    expect(chooseDataFolder({ is_root: true, project_root: project })).toBe('/var/lib/kaike');
    chmodSync(folder, 0o755);
    expect(chooseDataFolder({ is_root: true, project_root: project })).toBe(join(project, '.data'));
  });
});
