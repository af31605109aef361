import { readFileSync } from 'node:fs';

const ticksASecond = 100;

function statOf(pid: number | string): { parent: number; own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, parent, ...fields] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const secondsAt = (place: number): number => ((fields[place] ?? 0) + (fields[place + 1] ?? 0)) / ticksASecond;
  return { parent: parent ?? 0, own: secondsAt(9), ended: secondsAt(11) };
}

/** Seconds of processor time a process has used. */
export const cpuSeconds = (pid: number): number => statOf(pid).own;

export const parentOf = (pid: number): number => statOf(pid).parent;

/** The same of a process and its children, those that ended too: a database has one for each connection. */
export function treeSeconds(pid: number): number {
  const { own, ended } = statOf(pid);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const live = children.filter(Boolean).map((child) => {
    try {
      return statOf(child).own;
    } catch {
      return 0; // ended meanwhile
    }
  });
  return live.reduce((sum, one) => sum + one, own + ended);
}

/** Resident memory of a process in MiB; `peak` is the highest since it was reset. */
export function memory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (key: string): number => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
