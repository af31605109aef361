import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SystemAccount } from './account.ts';
import { cleanEnvironment } from './cluster.ts';
import type { Runtime } from './runtime.ts';

export type ServerSettings = Readonly<Record<string, string | number>>;

/** A database server that this process started. */
export type Postmaster = {
  /** True once it has ended, on its own or stopped by us. */
  isOver(): boolean;
  /** The last lines it wrote, for an error message. */
  tail(): string;
  /** Ends it cleanly: clients are disconnected, nothing committed is lost. */
  stop(): Promise<void>;
};

/** How long clients may take to disconnect, and how long the server may take to end after that. */
const CLIENT_TIMEOUT_MS = 300;
const STOP_TIMEOUT_MS = 10_000;
const TAIL_LENGTH = 2000;

/** Only names the socket; nothing listens on a TCP port. */
export const SOCKET_PORT = 5432;

const DEFAULTS: ServerSettings = {
  listen_addresses: '',
  port: SOCKET_PORT,
  unix_socket_permissions: '0700',
  max_connections: 60,
  shared_buffers: '64MB',
  jit: 'off',
  max_wal_size: '256MB',
  // A page is logged whole at its first change after a checkpoint: half of what heartbeats write.
  checkpoint_timeout: '15min',
  wal_compression: 'pglz',
  wal_level: 'minimal',
  max_wal_senders: 0,
  timezone: 'UTC',
  log_timezone: 'UTC',
};

let knowsSetpriv: boolean | undefined;

/** With setpriv the kernel ends the server when we die, even by kill -9; without it the next start attaches to the orphan. */
function hasSetpriv(): boolean {
  knowsSetpriv ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' }).status === 0;
  return knowsSetpriv;
}

function commandLine(runtime: Runtime, account: SystemAccount, args: string[]): { command: string; args: string[] } {
  const postgres = join(runtime.bin, 'postgres');
  if (!hasSetpriv()) return { command: postgres, args };
  const identity =
    account.uid === undefined ? [] : ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'];
  return { command: 'setpriv', args: ['--pdeathsig', 'INT', ...identity, postgres, ...args] };
}

export type Launch = {
  runtime: Runtime;
  account: SystemAccount;
  folder: string;
  socket: string;
  settings: ServerSettings;
  log: (line: string) => void;
};

/** Starts a server on the folder; the caller finds out whether it is up by connecting. */
export function launchPostmaster({ runtime, account, folder, socket, settings, log }: Launch): Postmaster {
  const io = runtime.major >= 18 ? { io_method: 'sync' } : {};
  const all = { ...DEFAULTS, ...io, unix_socket_directories: socket, ...settings };
  const args = ['-D', folder, ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  const line = commandLine(runtime, account, args);
  const child = spawn(line.command, line.args, {
    ...(hasSetpriv() ? {} : account),
    cwd: '/',
    detached: true, // its own session: Ctrl-C reaches only us, and we stop it last
    env: cleanEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return follow(child, log);
}

function follow(child: ChildProcess, log: (line: string) => void): Postmaster {
  let tail = '';
  let over = false;
  const end = () => {
    over = true;
  };
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-TAIL_LENGTH);
    for (const line of chunk.split('\n')) if (line.trim() !== '') log(line);
  });
  child.once('exit', end).once('error', (cause) => {
    tail += String(cause);
    end();
  });
  return {
    isOver: () => over,
    tail: () => tail.trim(),
    async stop() {
      if (over) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const timers = [
        setTimeout(() => child.kill('SIGINT'), CLIENT_TIMEOUT_MS),
        setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS),
      ];
      await exited;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
