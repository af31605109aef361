import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { CommandRun } from '@kaike/shared/contracts/system/console-commands';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';

// Runs are kept in files of the data folder: `npm run dev` restarts the server often, and a run may be what restarts it.

const keptRuns = 20;
const chunkBytes = 65_536;

type StoredRun = CommandRun & { pid: number };

/** The children of this process, by the folder of their run. */
const children = new Map<string, { child: ChildProcess; isCancelled: boolean }>();

const folderOf = ({ config }: Context): string => join(config.data_dir, 'developments', 'runs');
const runFolder = (ctx: Context, id: number): string => join(folderOf(ctx), String(id));

const store = (folder: string, run: StoredRun): void =>
  writeFileSync(join(folder, 'run.json'), JSON.stringify(run), { mode: 0o600 });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function readRun(folder: string): CommandRun | null {
  if (!existsSync(join(folder, 'run.json'))) return null;
  const { pid, ...run } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as StoredRun;
  const isLost = run.state === 'running' && !children.has(folder) && !isAlive(pid);
  return isLost ? { ...run, state: 'lost' } : run;
}

const idsIn = (folder: string): number[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .map(Number)
        .filter((id) => Number.isInteger(id))
        .toSorted((left, right) => right - left)
    : [];

/** The last runs, latest first. */
export const loadRuns = (ctx: Context): CommandRun[] =>
  idsIn(folderOf(ctx)).flatMap((id) => readRun(runFolder(ctx, id)) ?? []);

export function findRun(ctx: Context, id: number): CommandRun {
  const run = readRun(runFolder(ctx, id));
  if (!run) throw new AppError('request.not_found');
  return run;
}

function newFolder(ctx: Context): { id: number; folder: string } {
  const ids = idsIn(folderOf(ctx));
  for (const old of ids.slice(keptRuns - 1)) rmSync(runFolder(ctx, old), { recursive: true, force: true });
  const id = (ids[0] ?? 0) + 1;
  mkdirSync(runFolder(ctx, id), { recursive: true, mode: 0o700 });
  return { id, folder: runFolder(ctx, id) };
}

/** Starts a program of the project. Its output goes into a file, so that it outlives the server. */
export function startRun(ctx: Context, { args, line }: { args: readonly string[]; line: string }): CommandRun {
  assert(!loadRuns(ctx).some(({ state }) => state === 'running'), 'developments.busy');
  const { id, folder } = newFolder(ctx);
  const output = openSync(join(folder, 'output'), 'a', 0o600);
  const child = spawn(process.execPath, [...args], {
    cwd: ctx.config.project_root,
    stdio: ['ignore', output, output],
    env: { ...process.env, NO_COLOR: '1' },
  });
  closeSync(output);
  const run: StoredRun = {
    id,
    line,
    state: 'running',
    exit_code: null,
    started_at: ctx.clock().toISOString(),
    ended_at: null,
    pid: child.pid ?? 0,
  };
  store(folder, run);
  children.set(folder, { child, isCancelled: false });
  const end = (code: number | null): void => {
    const isCancelled = children.get(folder)?.isCancelled === true;
    if (!children.delete(folder) || !existsSync(folder)) return;
    const state = isCancelled ? 'cancelled' : code === 0 ? 'done' : 'failed';
    store(folder, { ...run, state, exit_code: code, ended_at: ctx.clock().toISOString() });
  };
  child.once('error', () => end(null)).once('exit', end);
  const { pid: _pid, ...visible } = run;
  return visible;
}

/** Ends a run that this server started; one of a server that ended goes on by itself. */
export function stopRun(ctx: Context, id: number): CommandRun {
  const running = children.get(runFolder(ctx, id));
  if (running) {
    running.isCancelled = true;
    running.child.kill();
  }
  return findRun(ctx, id);
}

/** Whole characters of the output from a byte on. */
export function findOutput(ctx: Context, id: number, from: number): { text: string; next: number } {
  const file = openSync(join(runFolder(ctx, id), 'output'), 'r');
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(chunkBytes, fstatSync(file).size - from)));
    const text = new StringDecoder('utf8').write(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from)));
    return { text, next: from + Buffer.byteLength(text) };
  } finally {
    closeSync(file);
  }
}
