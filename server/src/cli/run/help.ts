import type { Command } from './command.ts';
import { commands } from './commands.ts';

const SETTINGS: readonly [string, string][] = [
  ['PORT, HOST', 'where to listen; 8080 and 127.0.0.1'],
  ['KAIKE_ENV', 'local (default), testing, staging or production'],
  ['KAIKE_DATA_DIR', 'data folder; .data in the project'],
  ['DATABASE_URL', 'a PostgreSQL 15 or later; embedded when absent'],
  ['REDIS_URL', 'for several machines; not needed on one'],
  ['KAIKE_SECRET', 'at least 32 characters; generated and kept with the data when absent'],
  ['KAIKE_OLD_SECRET', 'the secret before, until kaike secret:change has sealed everything anew'],
  ['KAIKE_ADMIN_PASSWORD', "the first administrator's; generated when absent"],
  ['KAIKE_WORKERS', 'processes that serve; 1'],
  ['KAIKE_PUBLIC_URL', 'address for links in messages'],
  ['KAIKE_EXPOSE_LOCAL_CODES', 'yes: in local and testing others may reach the server and read every code'],
  ['KAIKE_SHARED_FILES', 'yes: the folder "uploads" is one and the same on all machines'],
  ['KAIKE_PLUGIN_SPACE_MB', 'megabytes that the tables of each plugin may take; 1024'],
  ['KAIKE_STATISTICS_HOSTS', 'hosts of your own that may count visits, parted by commas'],
  ['KAIKE_METRICS_PORT', 'port for metrics; off when absent'],
];

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n');
}

/** `kaike --help`. */
export function describeAll(): string {
  const list = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return [
    'Usage: kaike <command> [options]',
    '',
    'Commands:',
    table(list),
    '',
    'kaike <command> --help tells more about one.',
    '',
    'Settings, by environment:',
    table(SETTINGS),
  ].join('\n');
}

/** `kaike <command> --help`. */
export function describeCommand(name: string, command: Command): string {
  const rows = Object.entries(command.options).map(
    ([option, { value, description }]) =>
      [`--${option}${value === undefined ? '' : ` ${value}`}`, description] as const,
  );
  const usage = ['Usage: kaike', name, ...(command.parameters ?? []), rows.length > 0 ? '[options]' : '']
    .join(' ')
    .trimEnd();
  const parts = [`${usage}\n\n${commands[name]?.summary ?? ''}.`];
  if (rows.length > 0) parts.push(`Options:\n${table(rows)}`);
  if (command.notes !== undefined) parts.push(command.notes);
  return parts.join('\n\n');
}
