import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { RepairName } from '@kaike/shared/contracts/system/health';
import type { Context } from '../../../core/context.ts';
import { migrate } from '../../../db/migrate.ts';
import { secretFile } from '../../../process/data-folder.ts';
import { resetTries } from '../../catalog/media/public.ts';
import { syncMenus } from '../../office/menus/public.ts';

/** What can be put right without a choice to make, and does no harm when nothing was wrong. */
export const repairs: Readonly<Record<RepairName, (ctx: Context) => Promise<unknown>>> = {
  secret_mode: ({ config }) => chmod(secretFile(config.data_dir), 0o600),
  uploads: ({ config }) => mkdir(join(config.data_dir, 'uploads'), { recursive: true, mode: 0o700 }),
  migrations: ({ pool, log }) => migrate(pool, { log: (line) => log.info(line) }),
  jobs: ({ db }) =>
    sql`select 1 from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null), run_at => now(), attempts => 0)`.execute(
      db,
    ),
  menus: async ({ db, bus }) =>
    db.transaction().execute(async (trx) => {
      await syncMenus(trx);
      await bus.publish(trx, 'menus');
    }),
  videos: ({ db }) => resetTries(db),
};
