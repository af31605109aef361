import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { checkNode } from './check-node.mjs';
import { install } from './install.mjs';
import { inRoot, root } from './project.mjs';
import { main, StepError } from './steps.mjs';
import { onceParentIsGone } from './watch-parent.mjs';

const PROXIED = ['/api', '/web-api', '/uploads', '/local', '/healthz', '/readyz'];
const WEB_PORT = 5173;
const POLL_MS = 200;
const RESTART_MS = 60_000;

/** The server from source; it restarts when one of its files changes. */
function startServer(args) {
  const tsx = inRoot('node_modules/tsx/dist/cli.mjs');
  return spawn(
    process.execPath,
    [tsx, 'watch', '--clear-screen=false', inRoot('server/src/cli/kaike.ts'), 'start', ...args],
    { cwd: root, stdio: 'inherit' },
  );
}

async function isListening(port) {
  const socket = connect(Number(port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Requests wait while the server restarts: what it is told to write makes it restart, and the pages load anew meanwhile. */
const waitForServer = (port) => ({
  name: 'wait-for-server',
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = '' }, _response, next) => {
      const until = Date.now() + RESTART_MS;
      if (PROXIED.some((path) => url.startsWith(path)))
        while (!(await isListening(port)) && Date.now() < until) await wait(POLL_MS);
      next();
    });
  },
});

/** The pages from source; the browser follows every change. */
async function startWeb(port) {
  const { createServer } = await import('vite');
  const target = `http://127.0.0.1:${port}`;
  const proxy = Object.fromEntries(PROXIED.map((path) => [path, { target, changeOrigin: false }]));
  const vite = await createServer({
    root: inRoot('web'),
    configFile: inRoot('web/vite.config.ts'),
    plugins: [waitForServer(port)],
    server: { host: '127.0.0.1', port: WEB_PORT, proxy },
  });
  await vite.listen();
  void printWhenReady(target, vite.resolvedUrls?.local[0] ?? `http://127.0.0.1:${WEB_PORT}/`);
  return vite;
}

async function printWhenReady(server, pages) {
  const answers = () =>
    fetch(`${server}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) await wait(POLL_MS);
  const built = existsSync(inRoot('dist/web/index.html')) ? `; ${server} serves the last build` : '';
  console.log(`\n  Open ${pages} to see changes at once${built}.\n`);
}

await main(async () => {
  const port = process.env.PORT || '8080';
  checkNode();
  // Before anything slow; a server of `tsx watch` that cannot listen would wait for a change instead of ending.
  if (await isListening(port))
    throw new StepError(
      `Port ${port} on 127.0.0.1 is already in use; stop the other program or set PORT to another number.`,
    );
  await install();
  const vite = await startWeb(port);
  const server = startServer(process.argv.slice(2));
  const stop = () => server.kill('SIGTERM');
  // Ctrl-C reaches the server as well; it shuts down first, and we after it.
  process.on('SIGINT', () => undefined).on('SIGTERM', stop);
  onceParentIsGone(stop);
  const [code] = await once(server, 'exit');
  await vite.close();
  process.exit(code ?? 0);
});
