import { ConfigError, readSettings, type Settings } from '../config.ts';
import { findProjectRoot } from '../project-root.ts';
import type { Command } from './run/command.ts';
import { findExposures } from '../process/exposure.ts';
import { describeFinding, fail, ok, warn, type Finding } from './doctor/check.ts';
import { checkDataFolder, checkSecret, checkUploads } from './doctor/check-data.ts';
import { checkDatabase, checkRedis } from './doctor/check-database.ts';
import { checkDiskSpace, checkFfmpeg, checkNode, checkWebBuild } from './doctor/check-machine.ts';
import { say } from './run/say.ts';

async function examine(settings: Settings): Promise<Finding[]> {
  const root = findProjectRoot();
  const folder = settings.data_dir;
  return [
    ok('The settings are valid'),
    ...findExposures(settings).map(({ text, fix }) => warn(text, fix)),
    checkNode(root),
    checkWebBuild(root),
    checkFfmpeg(),
    checkDataFolder(folder),
    checkDiskSpace(folder),
    checkSecret(folder, settings.secret),
    checkUploads(folder),
    ...(await checkDatabase(settings)),
    ...(await checkRedis(settings.redis_url)),
  ];
}

function readOrExplain(): Settings | Finding[] {
  try {
    return readSettings(process.env);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    return cause.problems.map((problem) => fail(problem, 'Correct the setting; the other checks need it.'));
  }
}

export const command: Command = {
  options: {},
  notes:
    'Changes nothing. Exit code 1 when something must be mended. Run it as the account and with the settings of the server.',
  async run() {
    const settings = readOrExplain();
    const findings = Array.isArray(settings) ? settings : await examine(settings);
    for (const finding of findings) say(describeFinding(finding));
    return findings.some(({ level }) => level === 'fail') ? 1 : 0;
  },
};
