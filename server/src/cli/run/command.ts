import { parseArgs } from 'node:util';
import { OperatorError } from '../../db/operator-error.ts';

export type CommandOption = {
  type: 'string' | 'boolean';
  description: string;
  /** Name of the value in the help. */ value?: string;
};
export type CommandValues = Record<string, string | boolean | undefined>;

export type Command = {
  /** Names of the positional arguments, such as `FILE`; all are required. */
  parameters?: readonly string[];
  options: Readonly<Record<string, CommandOption>>;
  /** Text below the options in the help. */
  notes?: string;
  /** Returns the exit code; undefined means success. */
  run(args: { values: CommandValues; parameters: string[] }): Promise<number | undefined>;
};

/** Invalid arguments; the help of the command is printed after the message. */
export class UsageError extends OperatorError {}

/** Parses the arguments of a command, or throws an error naming the wrong one. */
export function parseArguments(command: Command, args: string[]): { values: CommandValues; parameters: string[] } {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  const names = command.parameters ?? [];
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const missing = names[positionals.length];
    if (missing !== undefined) throw new UsageError(`${missing} is missing.`);
    if (positionals.length > names.length)
      throw new UsageError(`"${positionals[names.length] ?? ''}" is one argument too many.`);
    return { values, parameters: positionals };
  } catch (cause) {
    if (cause instanceof UsageError || !(cause instanceof TypeError)) throw cause;
    throw new UsageError(`${cause.message.split('. ')[0] ?? ''}.`, { cause });
  }
}

/** The text value of an option; null when absent or empty. */
export function textOf(values: CommandValues, name: string): string | null {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
