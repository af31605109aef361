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

/** How long the server may say nothing while it starts: a film takes minutes on a busy machine. */
const startTimeoutMs = 10 * 60_000;
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

/** Starts the product with the demo school; `ready` resolves to the password of the demo's logins. */
function startDemo(folder, port, adminPassword) {
  const server = spawn(process.execPath, [inRoot('tools/start.mjs'), '--demo'], {
    env: { ...process.env, KAIKE_DATA_DIR: folder, KAIKE_ADMIN_PASSWORD: adminPassword, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ready = new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the start of the demo school came to a halt:\n${output}`));
    const timeout = setTimeout(fail, startTimeoutMs).unref();
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
    server.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      timeout.refresh();
      const match = /agency_cd01 log in with (\S+)/.exec(output);
      if (match) resolve(match[1]);
    });
  });
  return { server, ready };
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

/** A demo school made for this one visit. */
async function makeSchool() {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-screenshots-'));
  chmodSync(folder, 0o755); // as root the database runs under another account, which must get through
  const adminPassword = `Kaike-${randomBytes(6).toString('hex')}1`;
  const port = await findPort();
  const { server, ready } = startDemo(folder, port, adminPassword);
  const end = async () => {
    server.removeAllListeners('exit');
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const password = await ready;
    const base = `http://127.0.0.1:${port}`;
    await waitForServer(base);
    return { base, password, adminPassword, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** A demo school that runs already: its address and passwords are in the environment. */
const findSchool = () => ({
  base: process.env.KAIKE_DEMO_URL,
  password: process.env.KAIKE_DEMO_PASSWORD,
  adminPassword: process.env.KAIKE_ADMIN_PASSWORD,
  end: async () => undefined,
});

/** Runs `visit` with a browser and a demo school: the one in KAIKE_DEMO_URL, else one of its own, which ends afterwards. */
export async function visitDemoSchool(visit) {
  const { base, password, adminPassword, end } = process.env.KAIKE_DEMO_URL ? findSchool() : await makeSchool();
  try {
    const browser = await chromium.launch({ executablePath: browserPath, args: flags });
    const logIn = (page, username) =>
      send(page, '/open/login', { username, password: username === 'admin' ? adminPassword : password });
    await visit({ browser, base, logIn });
    await browser.close();
  } finally {
    await end();
  }
}
