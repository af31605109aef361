import { runByKey } from '../features/ai/evaluation/public.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';
import { withContext } from './run/with-database.ts';

export const command: Command = {
  parameters: ['KEY'],
  options: {
    attacks: { type: 'boolean', description: 'also run prompt-injection attacks; each one is a call to the service' },
  },
  notes:
    'Runs the cases of the newest version of a scene, with the chat service of the settings or with the script. Exit code 1 when a case fails or there is none.',
  async run({ values, parameters: [key = ''] }) {
    const report = await withContext((ctx) => runByKey(ctx, key, values['attacks'] === true));
    if (!report) {
      printLine(`There is no scene with the key "${key}", or it has no cases.`);
      return 1;
    }
    const { version, provider, results } = report;
    const failed = results.filter(({ failures }) => failures.length > 0);
    for (const { name, failures, replies } of failed)
      printLine(`FAIL ${name}: ${failures.join(', ')}. ${replies.join(' / ')}`);
    for (const { name, verdict } of results)
      if (verdict?.passes === false) printLine(`The judge on ${name}: ${verdict.reason}`);
    printLine(
      `${version.name}, version ${version.template_version}, by ${provider}: ${results.length - failed.length} of ${results.length} cases passed.`,
    );
    return failed.length === 0 ? 0 : 1;
  },
};
