import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Bus } from '../db/bus.ts';
import type { Db } from '../db/pool.ts';
import type { DatabaseWatch } from '../db/outage/watch-database.ts';
import type { Limiter } from './limits/limiter.ts';
import type { RecentRequests } from '../db/recent-requests.ts';
import type { Secrets } from './secrets.ts';
import type { SettingStore } from './settings/settings.ts';

/**
 * Everything that is not a pure function, handed to every use case. Layers above add what they provide: `adapters` in
 * `adapters/create-adapters.ts`, `resources` in `kit/registry.ts`.
 */
export interface Context {
  config: Config;
  db: Db;
  pool: pg.Pool;
  /** Knows whether the database answers. */
  database: DatabaseWatch;
  /** Notifies other nodes of changes. */
  bus: Bus;
  limiter: Limiter;
  secrets: Secrets;
  settings: SettingStore;
  clock: () => Date;
  /** Bytes that are free where a folder is. */
  freeSpace: (folder: string) => Promise<number>;
  log: Logger;
  /** For whoever develops; null outside the local environment. */
  recent_requests: RecentRequests | null;
  close: () => Promise<void>;
}
