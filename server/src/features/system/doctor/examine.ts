import { existsSync } from 'node:fs';
import { findExposures } from '../../../process/exposure.ts';
import { secretFile } from '../../../process/data-folder.ts';
import type { EnvironmentSettings } from '../../../config.ts';
import type { Context } from '../../../core/context.ts';
import { ok, warn, type Finding } from './check.ts';
import { checkDataFolder, checkSecret, checkUploads } from './check-data.ts';
import { checkDatabase, checkOpenDatabase, checkRedis } from './check-database.ts';
import { checkDiskSpace, checkFfmpeg, checkNode, checkPocketsphinx, checkWebBuild } from './check-machine.ts';

async function checkMachine(settings: EnvironmentSettings): Promise<Finding[]> {
  const { project_root: root, data_dir: folder } = settings;
  return [
    ok('The settings are valid'),
    ...findExposures(settings).map(({ text, fix }) => warn(text, fix)),
    checkNode(root),
    checkFfmpeg(),
    checkPocketsphinx(),
    checkDataFolder(folder),
    await checkDiskSpace(folder),
    checkSecret(folder, settings.secret),
    checkUploads(folder),
  ];
}

/** All checks of an installation, whether it runs or not. Changes nothing. */
export async function examine(settings: EnvironmentSettings): Promise<Finding[]> {
  return [
    ...(await checkMachine(settings)),
    checkWebBuild(settings.project_root),
    ...(await checkDatabase(settings)),
    ...(await checkRedis(settings.redis_url)),
  ];
}

/** The same for the server that asks; its pages may come from source instead of a build. */
export async function examineRunning({ config, pool }: Context): Promise<Finding[]> {
  // A running server has its secret in any case; where it is from is what is checked.
  const settings = existsSync(secretFile(config.data_dir)) ? { ...config, secret: null } : config;
  return [
    ...(await checkMachine(settings)),
    ...(await checkOpenDatabase(pool, settings)),
    ...(await checkRedis(config.redis_url)),
  ];
}
