import { inject } from 'vitest';
import type { E2e } from './global-setup.ts';

/** The server of this worker: files that run in parallel share neither server nor database. */
export function ownServer(): E2e {
  const servers = inject('e2e');
  const server = servers[(Number(process.env['VITEST_POOL_ID']) - 1) % servers.length];
  if (!server) throw new Error('no server was started');
  return server;
}
