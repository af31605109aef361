import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** The modules of Node that are loaded after the driver of the database. */
async function loadedAfterDriver(first: string): Promise<string[]> {
  const source = `${first}; await import('pg'); console.log(JSON.stringify(process.moduleLoadList))`;
  const { stdout } = await run(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', source], {
    cwd: join(import.meta.dirname, '../../..'),
  });
  return JSON.parse(stdout);
}

it('spares a start the loading of fetch, which the driver would ask where it runs', async () => {
  const file = JSON.stringify(join(import.meta.dirname, 'prepare-node.ts'));
  const modules = await loadedAfterDriver(`(await import(${file})).prepareNode()`);
  expect(modules.filter((name) => name.includes('undici'))).toEqual([]);
  expect(modules.some((name) => name.endsWith(' net'))).toBe(true);
});
