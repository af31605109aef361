import { ConfigError } from '../../config.ts';
import { OperatorError } from '../../db/operator-error.ts';
import { answerError } from '../../core/error-answer.ts';
import { translatorOf } from '../../core/wording.ts';
import { parseArguments, UsageError } from './command.ts';
import { commands } from './commands.ts';
import { describeAll, describeCommand } from './help.ts';

export type Output = { out: (line: string) => void; err: (line: string) => void };

const FAILED = 1;
const MISUSED = 2;

/** Refusals of a use case are printed as text; anything else is a fault and printed with its stack. */
function describe(cause: unknown): string {
  const { is_fault, body } = answerError(cause, translatorOf('en'));
  if (is_fault) return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return String(body['message']);
}

function explain(cause: unknown, { err }: Output): number {
  if (cause instanceof ConfigError) {
    err(cause.problems.length === 1 ? 'Kaike cannot use this setting:' : 'Kaike cannot use these settings:');
    for (const problem of cause.problems) err(`  ${problem}`);
    return MISUSED;
  }
  err(cause instanceof OperatorError ? cause.message : describe(cause));
  return FAILED;
}

async function runCommand(name: string, args: string[], output: Output): Promise<number> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    output.err(`There is no command "${name}".\n\n${describeAll()}`);
    return MISUSED;
  }
  const { command } = await entry.load();
  if (args.includes('--help') || args.includes('-h')) {
    output.out(describeCommand(name, command));
    return 0;
  }
  try {
    return (await command.run(parseArguments(command, args))) ?? 0;
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    output.err(`${cause.message}\n\n${describeCommand(name, command)}`);
    return MISUSED;
  }
}

/** Runs one command line and returns the exit code: 0 done, 1 failed, 2 wrong usage or settings. */
export async function runCli(args: string[], output: Output): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || ['--help', '-h', 'help'].includes(name)) {
    output.out(describeAll());
    return name === undefined ? MISUSED : 0;
  }
  try {
    return await runCommand(name, rest, output);
  } catch (cause) {
    return explain(cause, output);
  }
}
