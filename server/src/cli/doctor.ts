import { ConfigError, parseSettings, type EnvironmentSettings } from '../config.ts';
import { checkServices, describeFinding, examine, fail, type Finding } from '../features/system/doctor/public.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';
import { withContext } from './run/with-database.ts';

function readOrExplain(): EnvironmentSettings | Finding[] {
  try {
    return parseSettings(process.env);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    return cause.problems.map((problem) => fail(problem, 'Correct the setting; the other checks need it.'));
  }
}

export const command: Command = {
  options: {
    services: { type: 'boolean', description: 'also send each AI service one small request, which it may charge for' },
  },
  notes:
    'Changes nothing. Exit code 1 when something must be fixed. Run it with the account and the settings of the server.',
  async run({ values }) {
    const settings = readOrExplain();
    const findings = Array.isArray(settings) ? settings : await examine(settings);
    if (values['services'] === true && findings.every(({ level }) => level !== 'fail'))
      findings.push(...(await withContext(checkServices)));
    for (const finding of findings) printLine(describeFinding(finding));
    return findings.some(({ level }) => level === 'fail') ? 1 : 0;
  },
};
