import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { runCli } from './run-cli.ts';

let output: string[];
let complained: string[];
let folder: string;
const run = (...args: string[]) =>
  runCli(args, { out: (line) => output.push(line), err: (line) => complained.push(line) });

beforeEach(() => {
  output = [];
  complained = [];
  folder = mkdtempSync(join(tmpdir(), 'kaike-cli-'));
  process.env['KAIKE_DATA_DIR'] = folder;
});

afterEach(() => {
  delete process.env['KAIKE_DATA_DIR'];
  delete process.env['PORT'];
  rmSync(folder, { recursive: true });
});

describe('kaike', () => {
  it('lists its commands on request, and without arguments', async () => {
    expect(await run('--help')).toBe(0);
    expect(await run()).toBe(2);
    for (const name of ['start', 'migrate', 'seed', 'user:create', 'backup', 'restore', 'doctor', 'down', 'up'])
      expect(output[0]).toContain(`  ${name} `);
    expect(output[1]).toBe(output[0]);
  });

  it.each(Object.keys(commands))('explains %s', async (name) => {
    expect(await run(name, '--help')).toBe(0);
    expect(output[0]).toMatch(new RegExp(`^Usage: kaike ${name}`));
  });

  it.each([
    [['fly'], 'no command "fly"'],
    [['constructor'], 'no command "constructor"'],
    [['restore'], 'FILE is missing.'],
    [['restore', 'a', 'b'], '"b" is one argument too many.'],
    [['migrate', '--fast'], '--fast'],
    [['user:create', '--role', 'none'], '--username is missing.'],
    [['user:create', '--username', 'bob', '--role', 'king'], '--role must be'],
    [['user:create', '--username', 'bob', '--role', 'none', '--password', 'weak'], '--password must have'],
  ])('refuses %j', async (args, reason) => {
    expect(await run(...args)).toBe(2);
    expect(complained.join('\n')).toContain(reason);
  });

  it('reports wrong settings in sentences', async () => {
    process.env['PORT'] = 'eighty';
    expect(await run('migrate')).toBe(2);
    expect(complained).toEqual([
      'Kaike cannot use this setting:',
      '  PORT must be a whole number from 0 to 65535, but is "eighty".',
    ]);
  });

  it('reports what the operator can fix without a stack', async () => {
    expect(await run('restore', join(folder, 'none.tar.gz'))).toBe(1);
    expect(complained).toEqual([`${join(folder, 'none.tar.gz')} does not exist.`]);
  });
});
