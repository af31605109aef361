import { ConfigError, readSettings, type Settings } from '../config.ts';
import { describeFinding, examine, fail, type Finding } from '../features/doctor/public.ts';
import type { Command } from './run/command.ts';
import { say } from './run/say.ts';

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
    'Changes nothing. Exit code 1 when something must be fixed. Run it with the account and the settings of the server.',
  async run() {
    const settings = readOrExplain();
    const findings = Array.isArray(settings) ? settings : await examine(settings);
    for (const finding of findings) say(describeFinding(finding));
    return findings.some(({ level }) => level === 'fail') ? 1 : 0;
  },
};
