import { cpSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runScript, type ScriptProgram } from './script-program.ts';

type Sums = { isHan: (text: string) => boolean; addTo: (value: number) => number; url: string; folder: string };

let folder: string;
let file: string;

function write(step: number, builtAt: number): void {
  writeFileSync(
    file,
    `(function({require,module,folder,url}){const { join } = require('node:path');
    module.exports = { isHan: (text) => /^[一-龥]+$/.test(text), addTo: (value) => value + ${step}, url, folder: join(folder) };})`,
  );
  utimesSync(file, builtAt, builtAt);
}

/** Runs the program elsewhere, as V8 remembers what this process compiled at an address. */
function runCopy(): ScriptProgram<Sums> {
  const copy = mkdtempSync(join(folder, 'copy-'));
  for (const name of readdirSync(folder).filter((each) => each.startsWith('program')))
    cpSync(join(folder, name), join(copy, name), { preserveTimestamps: true });
  return runScript<Sums>(join(copy, 'program.cjs'));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-script-'));
  file = join(folder, 'program.cjs');
  write(1, 1000);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a program of one script has what a module has', () => {
  const { exports } = runScript<Sums>(file);
  expect(exports).toMatchObject({ url: pathToFileURL(file).href, folder });
  expect(exports.isHan('开课')).toBe(true);
});

it('its compiled code is kept for the next start', () => {
  const first = runScript<Sums>(file);
  expect([first.is_compiled, first.exports.addTo(1)]).toEqual([false, 2]);
  first.keepCompiled();
  const second = runCopy();
  expect([second.is_compiled, second.exports.addTo(1)]).toEqual([true, 2]);
});

it('code of an earlier build is never run, not even when a process of that build keeps it late', () => {
  const earlier = runScript<Sums>(file);
  write(2, 2000);
  earlier.keepCompiled();
  const later = runCopy();
  expect([later.is_compiled, later.exports.addTo(1)]).toEqual([false, 3]);
});

it('compiled code that cannot be read or written leaves the program as it is', () => {
  const first = runScript<Sums>(file);
  first.keepCompiled();
  const [compiled = ''] = readdirSync(folder).filter((name) => name !== 'program.cjs');
  writeFileSync(join(folder, compiled), 'destroyed');
  const second = runCopy();
  expect([second.is_compiled, second.exports.addTo(1)]).toEqual([false, 2]);
  rmSync(folder, { recursive: true });
  expect(() => second.keepCompiled()).not.toThrow();
});
