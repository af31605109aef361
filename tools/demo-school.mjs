// The product with the demo school in a folder of its own, for scripts that photograph it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { inRoot } from './project.mjs';

const startPatienceMs = 10 * 60_000;
/** The browser without windows, which the tests install, or the complete one. */
const windowless = '/usr/bin/chromium-headless-shell';
const browserPath = process.env.CHROMIUM ?? (existsSync(windowless) ? windowless : '/usr/bin/chromium');
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the product with the demo school; resolves to its process and the password of the demo's logins. */
async function startDemo(folder, port, adminPassword) {
  const server = spawn(process.execPath, [inRoot('tools/start.mjs'), '--demo'], {
    env: { ...process.env, KAIKE_DATA_DIR: folder, KAIKE_ADMIN_PASSWORD: adminPassword, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const password = await new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`no demo school within ${startPatienceMs / 1000} s:\n${output}`));
    setTimeout(fail, startPatienceMs).unref();
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
    server.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      const match = /agency_cd01 log in with (\S+)/.exec(output);
      if (match) resolve(match[1]);
    });
  });
  return { server, password };
}

/** The demo school is ready before the server listens. */
async function waitForServer(base) {
  const responds = () =>
    fetch(`${base}/web-api/open/token`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await responds())) await sleep(200);
}

/** Sends a form as the page's person would. */
export async function send(page, path, data) {
  const { _token: token } = await (await page.request.get('/web-api/open/token')).json();
  const response = await page.request.post(`/web-api${path}`, { data, headers: { 'X-CSRF-TOKEN': token } });
  if (!response.ok()) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

/** Runs `visit` with a browser and the running school; ends both afterwards. */
export async function visitDemoSchool(visit) {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-screenshots-'));
  chmodSync(folder, 0o755); // as root the database runs under another account, which must get through
  const adminPassword = `Kaike-${randomBytes(6).toString('hex')}1`;
  const port = await findPort();
  const { server, password } = await startDemo(folder, port, adminPassword);
  const base = `http://127.0.0.1:${port}`;
  try {
    await waitForServer(base);
    const browser = await chromium.launch({ executablePath: browserPath, args: flags });
    const logIn = (page, username) =>
      send(page, '/open/login', { username, password: username === 'admin' ? adminPassword : password });
    await visit({ browser, base, logIn });
    await browser.close();
  } finally {
    server.removeAllListeners('exit');
    server.kill('SIGTERM');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}
