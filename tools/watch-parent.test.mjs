import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { inRoot } from './project.mjs';

/** A script below a shell, as npm starts it, which says when its parent is gone. */
const script = `
  import { onceParentIsGone } from ${JSON.stringify(`file://${inRoot('tools/watch-parent.mjs')}`)};
  setInterval(() => undefined, 1000);
  onceParentIsGone(() => { console.log('gone'); process.exit(); });
  console.log('started');
`;

test('what npm runs ends with the shell between them', async () => {
  const shell = spawn('sh', ['-c', '"$0" --input-type=module --eval "$1"; true', process.execPath, script], {
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'dev' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = [];
  shell.stdout.setEncoding('utf8').on('data', (text) => lines.push(...text.trim().split('\n')));
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await once(shell.stdout, 'close');
  assert.deepEqual(lines, ['started', 'gone']);
});
