import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { checkNode } from './check-node.mjs';
import { install } from './install.mjs';
import { inRoot } from './project.mjs';

/**
 * Updates packages and build, then becomes the server: the bundle runs in this process, so that it owns signals, the
 * terminal and the exit code.
 */
export async function launch(args) {
  checkNode();
  await install();
  await ensureBuilt(args[0] === 'start' ? ['server', 'web'] : ['server']);
  const entry = inRoot('dist/server/kaike.mjs');
  process.argv = [process.argv[0], entry, ...args];
  await import(pathToFileURL(entry).href);
}
