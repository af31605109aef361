import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { TestConnection } from '../database.ts';

/** A proxy to the database that a test can cut, and that counts connections. */
export type Proxy = {
  connection: TestConnection;
  /** Current connections. */
  open: () => number;
  /** The maximum of simultaneous connections, and the number of all attempts, including refused ones. */
  peak: () => number;
  tries: () => number;
  /** Breaks every connection and refuses new ones. */
  cut: () => void;
  repair: () => void;
  close: () => Promise<void>;
};

/** The address the driver would connect to: a Unix socket in a folder, or a host. */
const addressOf = ({ host, port }: TestConnection) =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };

/** Listens on a free port and forwards everything to the database. */
export async function startProxy(target: TestConnection): Promise<Proxy> {
  const pairs = new Set<Socket>();
  let [isCut, peak, tries] = [false, 0, 0];
  const server = createServer((near) => {
    tries += 1;
    near.on('error', () => undefined);
    if (isCut) return void near.destroy();
    const far = connect(addressOf(target));
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    pairs.add(near);
    peak = Math.max(peak, pairs.size);
    near.on('close', () => {
      pairs.delete(near);
      far.destroy();
    });
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const breakAll = (): void => {
    for (const near of pairs) near.destroy();
  };
  return {
    connection: { ...target, host: '127.0.0.1', port },
    open: () => pairs.size,
    peak: () => peak,
    tries: () => tries,
    cut: () => {
      isCut = true;
      breakAll();
    },
    repair: () => {
      isCut = false;
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
