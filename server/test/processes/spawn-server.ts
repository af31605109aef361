import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { buildServer } from './bundle.ts';

/** A start takes a second or two, on a busy machine minutes. */
export const startMs = 200_000;

export type Launched = {
  child: ChildProcess;
  /** Everything it wrote so far. */
  text: () => string;
};

/** The whole server as a process of its own with this data folder; `onOutput` is called after each piece of output. */
export function spawnServer(folder: string, env: NodeJS.ProcessEnv = {}, onOutput?: () => void): Launched {
  const child = spawn(process.execPath, [buildServer(), 'start'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      KAIKE_DATA_DIR: folder,
      PORT: '0',
      KAIKE_ENV: 'testing',
      ...env,
    },
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
    onOutput?.();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, text: () => output };
}

export const isReady = (output: string): boolean => output.includes('Press Ctrl-C');
export const addressIn = (output: string): string => /Address +(\S+)/.exec(output)?.[1] ?? '';
