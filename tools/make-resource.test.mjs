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

test('says of a resource that is complete that nothing is lacking, and writes nothing', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [inRoot('node_modules/tsx/dist/cli.mjs'), inRoot('tools/make-resource.ts'), 'card-themes'],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0);
  assert.equal(stdout, 'The resource card-themes exists, and its catalogues lack nothing.\n');
});

const draft = (name) =>
  spawnSync(process.execPath, [inRoot('node_modules/tsx/dist/cli.mjs'), inRoot('tools/db-draft.ts'), name], {
    encoding: 'utf8',
  });

test('a draft of a table is SQL alone, and says beside it where it goes', () => {
  const { status, stdout, stderr } = draft('card-themes');
  assert.equal(status, 0);
  assert.match(stdout, /^create table card_themes \([^]*;\n$/);
  assert.match(stderr, /Next: put it into server\/migrations\/\d{4}_card_themes\.sql, then npm run db:types\.\n$/);
});

test('a draft of no resource is refused in a sentence', () => {
  const { status, stdout, stderr } = draft('rooms');
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /(^|\n)There is no resource "rooms"\.\nusage: [^\n]+\n$/);
});
