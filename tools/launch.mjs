import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { checkNode } from './check-node.mjs';
import { install } from './install.mjs';
import { inRoot } from './project.mjs';

/**
 * Brings packages and build up to date, then becomes the server: the bundle runs in this very process, so that signals,
 * the terminal and the exit code are its own.
 */
export async function launch(args) {
  checkNode();
  await install();
  await ensureBuilt(args[0] === 'start' ? ['server', 'web'] : ['server']);
  const entry = inRoot('dist/server/kaike.mjs');
  process.argv = [process.argv[0], entry, ...args];
  await import(pathToFileURL(entry).href);
}
