import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AdapterError } from '../../../core/adapter-error.ts';

export type FfmpegJob = {
  /** Path of the program. */
  ffmpeg: string;
  args: string[];
  timeout_ms: number;
  /** Limit of the process's address space, so that a hostile file cannot exhaust the machine. */
  memory_mib?: number;
  /** Called with the seconds of output so far; standard output then carries only the progress. */
  on_time?: (seconds: number) => void;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const DEFAULT_MEMORY_MIB = 4096;
const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
const STDERR_TAIL = 2000;
/** The shell's exit codes for a program that it could not run, did not find, or that was killed. */
const NOT_RUNNABLE = 126;
const NOT_FOUND = 127;
const KILLED = 137;
/**
 * Sets limits, low priority, and a guard: it reads from our standard input pipe, which closes when our process is killed,
 * and then kills the program, so that no orphan keeps running.
 */
const LIMITED = `ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2
exec 3<&0
nice -n 10 "$@" </dev/null 3<&- & child=$!
{ cat <&3; kill -9 $child; } >/dev/null 2>&1 & guard=$!
wait $child; code=$?
kill $guard 2>/dev/null
exit $code`;

/** Runs ffmpeg and returns its standard output; errors distinguish a bad file from a program that did not finish. */
export async function runFfmpeg(job: FfmpegJob): Promise<Buffer> {
  const child = start(job);
  const output: Buffer[] = [];
  let size = 0;
  let errorText = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (job.on_time !== undefined) return reportTime(chunk, job.on_time);
    size += chunk.length;
    if (size <= MAX_STDOUT_BYTES) output.push(chunk);
    return undefined;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errorText = (errorText + chunk.toString()).slice(-STDERR_TAIL);
  });
  const exit = await waitForEnd(child, job.timeout_ms);
  if (exit !== 0) throw failureOf(exit, errorText);
  return Buffer.concat(output);
}

/** A missing or killed program may succeed next time; one that failed or crashed was given a bad file. */
function failureOf(exit: number | null | 'timed_out', cause: string): AdapterError {
  if (exit === 'timed_out') return new AdapterError('unavailable', { reason: 'timed_out', cause });
  if (exit === null || exit === KILLED) return new AdapterError('unavailable', { reason: 'killed', cause });
  if (exit === NOT_RUNNABLE || exit === NOT_FOUND)
    return new AdapterError('unavailable', { reason: 'ffmpeg_missing', cause });
  return new AdapterError('rejected', { reason: 'unreadable_video', cause });
}

/** The environment is almost empty: a program that opens untrusted files must not read our secrets. */
function start({ ffmpeg, args, timeout_ms, memory_mib = DEFAULT_MEMORY_MIB }: FfmpegJob): Child {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  if (process.platform === 'win32')
    return spawn(ffmpeg, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const cpuSeconds = Math.ceil(timeout_ms / 1000) * 8;
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', String(memory_mib * 1024), String(cpuSeconds), ffmpeg, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function waitForEnd(child: Child, timeoutMs: number): Promise<number | null | 'timed_out'> {
  return new Promise((resolve, reject) => {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.once('error', (cause) => {
      clearTimeout(timer);
      reject(new AdapterError('unavailable', { reason: 'ffmpeg_missing', cause }));
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(isTimedOut ? 'timed_out' : code);
    });
  });
}

/** The field for milliseconds holds microseconds in old versions, so the clock format is read. */
function reportTime(chunk: Buffer, onTime: (seconds: number) => void): void {
  const last = [...chunk.toString().matchAll(/out_time=(\d+):(\d+):([\d.]+)/g)].at(-1);
  if (last === undefined) return;
  const [, hours, minutes, seconds] = last;
  onTime(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
