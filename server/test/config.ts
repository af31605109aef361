import type { Config } from '../src/config.ts';
import { findProjectRoot } from '../src/project-root.ts';

export const adminPassword = 'Kaike-admin-2026';

export const testSecret = 'a secret of the tests, always the same';

/** The configuration of a server under test. */
export function makeConfig(dataFolder: string, changes: Partial<Config> = {}): Config {
  return {
    env: 'testing',
    port: 0,
    host: '127.0.0.1',
    data_dir: dataFolder,
    database_url: null,
    redis_url: null,
    secret: testSecret,
    old_secret: null,
    admin_password: adminPassword,
    workers: 1,
    public_url: null,
    metrics_port: null,
    expose_local_codes: false,
    shared_files: false,
    plugin_space_mb: 1024,
    statistics_hosts: [],
    project_root: findProjectRoot(),
    ...changes,
  };
}
