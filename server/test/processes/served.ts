import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildServer } from './bundle.ts';
import type { TestConnection } from '../database.ts';

/** A start takes a second, on a busy machine a minute. */
export const startMs = 200_000;

export type Served = {
  child: ChildProcess;
  address: string;
  text: () => string;
  isAlive: () => boolean;
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

const urlOf = ({ host, port, user, password, database }: TestConnection): string =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

/** The whole server as a separate process on the test's database. */
export async function startServed(connection: TestConnection, env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-served-'));
  const child = spawn(process.execPath, [buildServer(), 'start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      KAIKE_DATA_DIR: folder,
      PORT: '0',
      KAIKE_ENV: 'testing',
      DATABASE_URL: urlOf(connection),
      ...env,
    },
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Press Ctrl-C')) resolve();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)));
  });
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    const exited = isAlive() ? once(child, 'exit') : null;
    child.kill(signal);
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  await ready;
  return { child, isAlive, end, text: () => output, address: /Address +(\S+)/.exec(output)?.[1] ?? '' };
}
