import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { isAlive } from '../../src/db/embedded/is-alive.ts';
import { embeddedFolder } from '../../src/db/open-database.ts';
import { addressIn, isReady, spawnServer, startMs, type Launched } from './spawn-server.ts';

export type Server = Launched & { address: string };

/** A data folder of its own with servers that are started in it as a person would. */
export type Installation = {
  readonly folder: string;
  launch: (env?: NodeJS.ProcessEnv) => Launched;
  /** Resolves when the server says that it is ready. */
  start: (env?: NodeJS.ProcessEnv) => Promise<Server>;
  pidFile: () => string;
  /** Ends everything that was launched, even if it never served; what does not end is killed, and its database ends with it. */
  close: () => Promise<void>;
};

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.exitCode;
}

/** Stops a server cleanly, or else by force. */
async function endForCertain(child: ChildProcess): Promise<void> {
  const timeout = setTimeout(() => {
    child.kill('SIGKILL');
  }, startMs);
  await end(child, 'SIGTERM');
  clearTimeout(timeout);
}

export const health = (server: Server): Promise<number> =>
  fetch(`${server.address}/healthz`).then(
    ({ status }) => status,
    () => 0,
  );

export function createInstallation(): Installation {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-main-'));
  // As root, the database's own account must be able to enter.
  execFileSync('chmod', ['711', folder]);
  const launched: ChildProcess[] = [];
  const pidFile = (): string => join(embeddedFolder(folder), 'pg18/postmaster.pid');

  function launch(env: NodeJS.ProcessEnv = {}): Launched {
    const server = spawnServer(folder, env);
    launched.push(server.child);
    return server;
  }

  return {
    folder,
    launch,
    pidFile,
    async start(env = {}) {
      const { child, text } = launch(env);
      await expect.poll(() => isReady(text()) || child.exitCode !== null).toBe(true);
      expect(text()).toContain('Kaike is ready');
      return { child, text, address: addressIn(text()) };
    },
    async close() {
      for (const child of launched) await endForCertain(child);
      const isGone = (): boolean =>
        !(existsSync(pidFile()) && isAlive(Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)));
      await vi.waitFor(() => expect(isGone()).toBe(true), { timeout: startMs });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
