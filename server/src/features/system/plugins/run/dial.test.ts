import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type ListenOptions, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { dial } from './dial.ts';

const folder = mkdtempSync(join(tmpdir(), 'kaike-test-dial-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const turns = 20;

it.each<[name: string, listens: ListenOptions, host: string]>([
  ['a port', { host: '127.0.0.1', port: 0 }, '127.0.0.1'],
  ['a socket of the system', { path: join(folder, '.s.PGSQL.5432') }, folder],
])('leaves what comes over %s to the process that gets it', async (_, listens, host) => {
  const server = createServer().listen(listens);
  await once(server, 'listening');
  const address = server.address() as AddressInfo | string;
  const port = typeof address === 'string' ? 5432 : address.port;
  const [[peer], socket] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, dial({ host, port })]);
  await new Promise((resolve) => {
    peer.write('answer', resolve);
  });
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  expect(socket.bytesRead).toBe(0);
  const [bytes] = (await once(socket.resume(), 'data')) as [Buffer];
  expect(bytes.toString()).toBe('answer');
  socket.destroy();
  peer.destroy();
  server.close();
});
