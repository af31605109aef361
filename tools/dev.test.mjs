import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { inRoot } from './project.mjs';

test('npm run dev ends where another program has its port, before it says where to look', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  const dev = spawn(process.execPath, [inRoot('tools/dev.mjs')], { env: { ...process.env, PORT: String(port) } });
  let stdout = '';
  let stderr = '';
  dev.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  dev.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
  const [code] = await once(dev, 'close');
  other.close();
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is already in use; stop the other program`));
});
