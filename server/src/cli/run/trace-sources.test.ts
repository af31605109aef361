import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeTrace } from './trace-sources.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaike-trace-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a stack trace names the source of a bundle, and other places as they are', async () => {
  const [source, bundle] = [join(folder, 'fail.ts'), join(folder, 'bundle.mjs')];
  writeFileSync(source, "type Unused = string;\n\nexport function fail(): never {\n  throw new Error('no');\n}\n");
  await build({ entryPoints: [source], outfile: bundle, format: 'esm', minifyWhitespace: true, sourcemap: 'linked' });
  const place = `${pathToFileURL(bundle).href}:1:23`;
  const missing = `${pathToFileURL(join(folder, 'other.mjs')).href}:1:2`;
  const frames = [`fail (${place})`, `async ${missing}`, 'node:internal/process/task_queues:95:5'];
  expect(writeTrace(new TypeError('no'), frames).split('\n')).toEqual([
    'TypeError: no',
    `    at fail (${source}:4:9)`,
    `    at async ${missing}`,
    '    at node:internal/process/task_queues:95:5',
  ]);
});
