import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressIn, isReady, spawnServer } from './spawn-server.ts';
import { testSecret } from '../config.ts';
import type { TestConnection } from '../database.ts';

export type Served = {
  child: ChildProcess;
  address: string;
  text: () => string;
  isAlive: () => boolean;
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

const urlOf = ({ host, port, user, password, database }: TestConnection): string =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** The whole server as a separate process on the test's database, beside others if need be. */
export async function startServed(connection: TestConnection, env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-served-'));
  let markReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (markReady = resolve));
  const shared = { KAIKE_SECRET: testSecret, KAIKE_SHARED_FILES: 'yes' };
  const { child, text } = spawnServer(folder, { DATABASE_URL: urlOf(connection), ...shared, ...env }, () => {
    if (isReady(text())) markReady();
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the server ended: ${text()}`)));
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const exited = isAlive() ? once(child, 'exit') : null;
    child.kill(signal);
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  await Promise.race([ready, ended]);
  return { child, isAlive, end, text, address: addressIn(text()) };
}
