import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { assertPortIsFree } from './serve.ts';

describe('assertPortIsFree', () => {
  it('names a port that is taken, and keeps a free one free', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(assertPortIsFree({ host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is already in use`,
    );
    other.close();
    await once(other, 'close');
    await assertPortIsFree({ host: '127.0.0.1', port });
    await assertPortIsFree({ host: '127.0.0.1', port });
  });

  it('explains a host that is not ours', async () => {
    await expect(assertPortIsFree({ host: '192.0.2.1', port: 0 })).rejects.toThrow('no address of this machine');
  });
});
