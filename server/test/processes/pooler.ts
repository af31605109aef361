import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import type { TestConnection } from '../database.ts';

export type Pooler = { url: string; close: () => Promise<void> };

const readyForQuery = 'Z'.charCodeAt(0);
const idle = 'I'.charCodeAt(0);

/** The end of the start-up, and then whether each answer leaves a transaction open: the last message of it says so. */
const isReady = (chunk: Buffer): boolean => chunk.length >= 6 && chunk[chunk.length - 6] === readyForQuery;
const isIdle = (chunk: Buffer): boolean => isReady(chunk) && chunk[chunk.length - 1] === idle;

type Backend = { socket: Socket; client: Socket | null };

/**
 * A pooler by transaction as PgBouncer is one: clients log in through it, then each batch of theirs goes to whichever backend is free,
 * and the backend stays with the client while a transaction is open.
 */
export async function startPooler({ host, port, user, password, database }: TestConnection): Promise<Pooler> {
  const free: Backend[] = [];
  const sockets = new Set<Socket>();
  const openBackend = (): Socket => {
    const socket = connect(`${host}/.s.PGSQL.${port}`);
    socket.on('error', () => undefined);
    sockets.add(socket);
    return socket;
  };
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    const login: Backend = { socket: openBackend(), client };
    let held: Backend | null = null;
    const attach = (backend: Backend): Backend => {
      backend.client = client;
      held = backend;
      return backend;
    };
    const listen = (backend: Backend): void => {
      backend.socket.on('data', (chunk: Buffer) => {
        backend.client?.write(chunk);
        if (!isIdle(chunk)) return;
        if (backend.client === client) held = null;
        backend.client = null;
        free.push(backend);
      });
    };
    attach(login);
    listen(login);
    client.on('data', (chunk: Buffer) => {
      // Terminate: the backend serves others.
      if (chunk.length === 5 && chunk[0] === 'X'.charCodeAt(0)) return;
      (held ?? attach(free.pop() ?? login)).socket.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${own}/${database}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
