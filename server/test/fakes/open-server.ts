import { once } from 'node:events';
import type { Server } from 'node:http';

/** Listens on a free port of this machine; `close` ends connections that hang too. */
export async function openServer(server: Server): Promise<{ base: string; close: () => Promise<void> }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    base: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
