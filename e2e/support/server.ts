import { inject } from 'vitest';
import type { E2e } from './servers/start-server.ts';

let current: E2e | null = null;

/** The server of this test file: files share neither server nor database. */
export function ownServer(): E2e {
  if (!current) throw new Error('no server was started');
  return current;
}

/** Called before each test file. */
export async function takeServer(): Promise<void> {
  const response = await fetch(inject('servers'), { method: 'POST' });
  if (!response.ok) throw new Error(`no server was started: ${await response.text()}`);
  current = (await response.json()) as E2e;
}

/** Called after each test file. */
export async function releaseServer(): Promise<void> {
  if (current) await fetch(`${inject('servers')}?url=${encodeURIComponent(current.url)}`, { method: 'DELETE' });
  current = null;
}
