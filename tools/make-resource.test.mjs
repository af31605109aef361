import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { inRoot } from './project.mjs';

test('says how it is used, and takes no option for a name', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [inRoot('node_modules/tsx/dist/cli.mjs'), inRoot('tools/make-resource.ts'), '--help'],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0);
  assert.match(stdout, /^usage: npm run make:resource <plural-kebab-case-name>/);
});

test('a name that is taken is refused in a sentence, and nothing is written', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRoot('node_modules/tsx/dist/cli.mjs'), inRoot('tools/make-resource.ts'), 'card-themes'],
    { encoding: 'utf8' },
  );
  assert.equal(status, 1);
  assert.equal(stdout, '');
  // Node itself may warn there of the environment it runs in.
  assert.match(
    stderr,
    /(^|\n)name: A resource of this name exists\nusage: npm run make:resource <plural-kebab-case-name>, such as partner-schools\n$/,
  );
});
