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
  /** Passes nothing on, for all connections and new ones: neither side learns of it. `thaw` passes on what was held back. */
  freeze: () => void;
  thaw: () => void;
  /** The same for the connections there are, and for ever. */
  forget: () => void;
  close: () => Promise<void>;
};

/** The address the driver would connect to: a Unix socket in a folder, or a host. */
const addressOf = ({ host, port }: TestConnection) =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };

/** Listens on a free port and forwards everything to the database. */
export async function startProxy(target: TestConnection): Promise<Proxy> {
  const pairs = new Map<Socket, Socket>();
  let [isCut, isFrozen, peak, tries] = [false, false, 0, 0];
  const hold = (near: Socket, far: Socket): void => {
    for (const socket of [near, far]) socket.unpipe().pause();
  };
  const pass = (near: Socket, far: Socket): void => void near.pipe(far).pipe(near);
  const server = createServer((near) => {
    tries += 1;
    near.on('error', () => undefined);
    if (isCut) return void near.destroy();
    const far = connect(addressOf(target));
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    pairs.set(near, far);
    peak = Math.max(peak, pairs.size);
    near.on('close', () => {
      pairs.delete(near);
      far.destroy();
    });
    if (isFrozen) hold(near, far);
    else pass(near, far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const breakAll = (): void => {
    for (const near of pairs.keys()) near.destroy();
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
    freeze: () => {
      isFrozen = true;
      for (const [near, far] of pairs) hold(near, far);
    },
    thaw: () => {
      isFrozen = false;
      for (const [near, far] of pairs) pass(near, far);
    },
    forget: () => {
      for (const [near, far] of pairs) hold(near, far);
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
