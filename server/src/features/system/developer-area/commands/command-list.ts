import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandEntry, CommandParameter } from '@kaike/shared/contracts/system/console-commands';
import { resources } from '@kaike/shared/resources/index';
import { AppError, assert } from '../../../../core/app-error.ts';

type Parameter = {
  kind: CommandParameter['kind'];
  required?: true;
  /** Stands alone instead of behind `--name`. */
  positional?: true;
  choices?: (root: string) => string[];
};

type ListedCommand = {
  parameters?: Readonly<Record<string, Parameter>>;
  /** The program below the project's folder with its first arguments; `kaike` with the name of the command unless set. */
  program?: readonly string[];
  /** How a parameter is written for a program that wants a path. */
  pathOf?: (value: string) => string;
};

const flag: Parameter = { kind: 'flag' };
const text: Parameter = { kind: 'text' };
const features = 'server/src/features';

const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();

/** Each feature below its domain, as `cards/batches`. */
const featureNames = (root: string): string[] =>
  foldersIn(join(root, features)).flatMap((domain) =>
    foldersIn(join(root, features, domain)).map((name) => `${domain}/${name}`),
  );

/** TypeScript is run by this. */
const tsx = 'node_modules/tsx/dist/cli.mjs';

/**
 * Every command that the area offers. What stops the server, or demands that it is stopped, stays with the console; a test
 * compares the rest with the console's own list.
 */
export const listed: Readonly<Record<string, ListedCommand>> = {
  migrate: {},
  seed: { parameters: { demo: flag } },
  'user:create': {
    parameters: {
      username: { kind: 'text', required: true },
      role: { kind: 'choice', required: true, choices: () => ['none', 'super_admin'] },
    },
  },
  'user:second-factor-reset': { parameters: { username: { kind: 'text', required: true, positional: true } } },
  backup: { parameters: { out: text } },
  doctor: { parameters: { services: flag } },
  'ledger:prove': {},
  'seconds:prove': {},
  'ai:lab': { parameters: { key: { kind: 'text', required: true, positional: true }, attacks: flag } },
  'media:smaller': { parameters: { start: flag, again: flag } },
  'plugin:list': {},
  'plugin:install': { parameters: { source: { kind: 'text', required: true, positional: true }, yes: flag } },
  'plugin:on': { parameters: { id: { kind: 'text', required: true, positional: true } } },
  'plugin:off': { parameters: { id: { kind: 'text', required: true, positional: true } } },
  'plugin:remove': { parameters: { id: { kind: 'text', required: true, positional: true }, 'with-data': flag } },
  outbox: {},
  down: { parameters: { message: text } },
  up: {},
  'db:types': { program: [tsx, 'tools/db-types.ts'] },
  'db:draft': {
    program: [tsx, 'tools/db-draft.ts'],
    parameters: {
      resource: { kind: 'choice', required: true, positional: true, choices: () => resources.map(({ name }) => name) },
    },
  },
  'test:feature': {
    program: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server'],
    parameters: { feature: { kind: 'choice', required: true, positional: true, choices: featureNames } },
    pathOf: (name) => `${features}/${name}/`,
  },
  'check:wording': { program: ['tools/check-wording.mjs'] },
  check: { program: ['tools/check.mjs'] },
};

export const describeCommands = (root: string): CommandEntry[] =>
  Object.entries(listed).map(([name, { parameters = {} }]) => ({
    name,
    parameters: Object.entries(parameters).map(([key, { kind, required = false, choices }]) => ({
      name: key,
      kind,
      required,
      choices: choices?.(root) ?? [],
    })),
  }));

/** From source where there is one, otherwise the bundle. */
const kaike = (root: string): string[] =>
  existsSync(join(root, tsx)) ? [tsx, 'server/src/cli/kaike.ts'] : ['dist/server/kaike.mjs'];

function readParameter(key: string, { kind, required, choices }: Parameter, raw: unknown, root: string): string | null {
  if (kind === 'flag') return raw === true ? '' : null;
  const value = typeof raw === 'string' ? raw.trim() : '';
  // A line break or a NUL has no place in an argument.
  const isUsable = value.length <= 500 && !/[\0\r\n]/.test(value);
  const isOffered = value === '' || !choices || choices(root).includes(value);
  assert(isUsable && isOffered && (value !== '' || !required), 'developments.parameter', { params: { name: key } });
  return value === '' ? null : value;
}

/** The program and its arguments, one by one: there is no shell, and a value is never read as an option. */
export function argumentsOf(
  root: string,
  name: string,
  raw: Readonly<Record<string, unknown>>,
): { args: string[]; line: string } {
  const command = Object.hasOwn(listed, name) ? listed[name] : undefined;
  if (!command) throw new AppError('developments.command');
  const { parameters = {}, program, pathOf = (value: string) => value } = command;
  assert(
    Object.keys(raw).every((key) => Object.hasOwn(parameters, key)),
    'developments.command',
  );
  const values = Object.entries(parameters).flatMap(([key, parameter]) => {
    const value = readParameter(key, parameter, raw[key], root);
    return value === null ? [] : [{ key, value, parameter }];
  });
  const options = values
    .filter(({ parameter }) => !parameter.positional)
    .map(({ key, value, parameter }) => (parameter.kind === 'flag' ? `--${key}` : `--${key}=${value}`));
  const positionals = values.filter(({ parameter }) => parameter.positional).map(({ value }) => pathOf(value));
  // What is typed freely may begin with a hyphen.
  const isFree = values.some(({ parameter }) => parameter.positional && parameter.kind === 'text');
  return {
    args: [...(program ?? [...kaike(root), name]), ...options, ...(isFree ? ['--'] : []), ...positionals],
    line: [name, ...options, ...positionals].join(' '),
  };
}
