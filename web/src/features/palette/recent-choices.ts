import type { Command } from './find-commands.ts';

const most = 8;
const keyOf = (owner: number): string => `palette:${owner}`;

const isCommand = (value: unknown): value is Command => typeof value === 'object' && value !== null && 'key' in value && 'label' in value && 'url' in value
  && typeof value.url === 'string' && value.url.startsWith('/admin/');

/** What the person chose last in this browser, the newest first. */
export function readRecent(owner: number): Command[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(owner)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isCommand).map((one): Command => ({ ...one, group: 'recent' })).slice(0, most) : [];
  } catch {
    return [];
  }
}

export function keepRecent(owner: number, chosen: Command): void {
  const others = readRecent(owner).filter((one) => one.url !== chosen.url);
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify([chosen, ...others].slice(0, most)));
  } catch {
    // A full or closed storage remembers nothing.
  }
}
