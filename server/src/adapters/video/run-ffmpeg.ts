import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AdapterError } from '../adapter-error.ts';

export type FfmpegJob = {
  /** Path of the program. */
  ffmpeg: string;
  args: string[];
  timeout_ms: number;
  /** Address space of the process, so that a hostile file cannot take the machine with it. */
  memory_mib?: number;
  /** Called with the seconds of output made so far; then the standard output is the progress and nothing else. */
  on_time?: (seconds: number) => void;
};

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const DEFAULT_MEMORY_MIB = 4096;
const MAX_STDOUT_BYTES = 64 * 1024 * 1024;
const STDERR_TAIL = 2000;
/** What the shell answers with for a program that it could not run, did not find, or that was killed. */
const NOT_RUNNABLE = 126;
const NOT_FOUND = 127;
const KILLED = 137;
/**
 * Limits, low priority, and a guard: it reads our end of standard input, which closes when our process is killed, and
 * then ends the program, so that no orphan goes on working.
 */
const LIMITED = `ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; shift 2
exec 3<&0
nice -n 10 "$@" </dev/null 3<&- & child=$!
{ cat <&3; kill -9 $child; } >/dev/null 2>&1 & guard=$!
wait $child; code=$?
kill $guard 2>/dev/null
exit $code`;

/** Runs ffmpeg to its end and gives its standard output; failing, it tells a bad file from a program that did not come to its end. */
export async function runFfmpeg(job: FfmpegJob): Promise<Buffer> {
  const child = start(job);
  const output: Buffer[] = [];
  let size = 0;
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (job.on_time !== undefined) return reportTime(chunk, job.on_time);
    size += chunk.length;
    if (size <= MAX_STDOUT_BYTES) output.push(chunk);
    return undefined;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-STDERR_TAIL);
  });
  const ending = await waitForEnd(child, job.timeout_ms);
  if (ending !== 0) throw failureOf(ending, complaint);
  return Buffer.concat(output);
}

/** A program that is not there or was killed may do better next time; one that gave up, or crashed, met a bad file. */
function failureOf(ending: number | null | 'timed_out', cause: string): AdapterError {
  if (ending === 'timed_out') return new AdapterError('unavailable', { reason: 'timed_out', cause });
  if (ending === null || ending === KILLED) return new AdapterError('unavailable', { reason: 'killed', cause });
  if (ending === NOT_RUNNABLE || ending === NOT_FOUND)
    return new AdapterError('unavailable', { reason: 'ffmpeg_missing', cause });
  return new AdapterError('rejected', { reason: 'unreadable_video', cause });
}

/** The environment is all but empty: nothing of ours is readable by a program that opens strangers' files. */
function start({ ffmpeg, args, timeout_ms: timeoutMs, memory_mib: memoryMib = DEFAULT_MEMORY_MIB }: FfmpegJob): Child {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  if (process.platform === 'win32')
    return spawn(ffmpeg, args, { env: {}, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  const cpuSeconds = Math.ceil(timeoutMs / 1000) * 8;
  return spawn('/bin/sh', ['-c', LIMITED, 'sh', String(memoryMib * 1024), String(cpuSeconds), ffmpeg, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function waitForEnd(child: Child, timeoutMs: number): Promise<number | null | 'timed_out'> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.once('error', (cause) => {
      clearTimeout(timer);
      reject(new AdapterError('unavailable', { reason: 'ffmpeg_missing', cause }));
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(isLate ? 'timed_out' : code);
    });
  });
}

/** The field named for milliseconds holds microseconds in old versions, so the clock form is read. */
function reportTime(chunk: Buffer, onTime: (seconds: number) => void): void {
  const last = [...chunk.toString().matchAll(/out_time=(\d+):(\d+):([\d.]+)/g)].at(-1);
  if (last === undefined) return;
  const [, hours, minutes, seconds] = last;
  onTime(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
