import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { PluginDatabase } from './messages.ts';

const dialMs = 5000;

/**
 * A connection to the database of a plugin, for its process, which opens none itself. Nothing is read here: until the other process has
 * confirmed that it has the socket both can read it, and the database's first answer would be lost in this one.
 */
export async function dial({
  host = 'localhost',
  port = 5432,
}: Pick<PluginDatabase, 'host' | 'port'>): Promise<Socket> {
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.pause();
  socket.setTimeout(dialMs, () => socket.destroy(new Error('The database does not answer.')));
  await once(socket, 'connect');
  socket.setTimeout(0);
  return socket;
}
