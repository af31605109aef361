import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { inRoot, root } from './project.mjs';

const isRoot = process.getuid?.() === 0;
const isDebian = existsSync('/etc/debian_version');

/** What the browser and Redis tests need from the system, and how to see that it is there. */
const systemPackages = [
  ['chromium', () => existsSync('/usr/bin/chromium') || existsSync('/usr/bin/chromium-browser')],
  ['fonts-noto-cjk', () => existsSync('/usr/share/fonts/opentype/noto')],
  ['redis-server', () => existsSync('/usr/bin/redis-server')],
];

function installSystemPackages() {
  const missing = systemPackages.filter(([, isThere]) => !isThere()).map(([name]) => name);
  if (missing.length === 0) return;
  if (!isRoot || !isDebian) {
    process.stderr.write(`The tests need ${missing.join(', ')}. Install them and run npm test again.\n`);
    process.exit(1);
  }
  process.stdout.write(`Installing ${missing.join(', ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (done.status !== 0) process.exit(1);
}

/** Runs a command in the open and answers its exit code. */
function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

const totals = { passed: 0, failed: 0 };

/** Runs vitest projects and adds what they counted; a run that counts nothing has failed. */
async function runTests(title, projects, env = {}) {
  process.stdout.write(`\n== ${title}\n`);
  const report = join(root, `node_modules/.cache-test-${process.pid}.json`);
  rmSync(report, { force: true });
  const args = ['vitest', 'run', ...projects.flatMap((project) => ['--project', project]), '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(inRoot('node_modules/.bin/vitest'), args.slice(1), env);
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numPassedTests: 0, numFailedTests: 1 };
  rmSync(report, { force: true });
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests;
  const isSilentFailure = code !== 0 && result.numFailedTests === 0;
  if (isSilentFailure || result.numPassedTests === 0) totals.failed += 1;
}

async function runChecks() {
  process.stdout.write('\n== static checks\n');
  const result = spawnSync(process.execPath, ['tools/check.mjs'], { cwd: root, encoding: 'utf8' });
  process.stdout.write(result.stdout + result.stderr);
  const [, passed = '0', failed = '1'] = /checks: (\d+) passed, (\d+) failed/.exec(result.stdout) ?? [];
  totals.passed += Number(passed);
  totals.failed += Number(failed);
}

/** Breaks each money rule on purpose: a suite that does not notice proves nothing about money. Answers what to say of it in the end. */
async function runMutations() {
  process.stdout.write('\n== money rules, each broken on purpose\n');
  const child = spawn(process.execPath, ['tools/mutate-money.mjs', '--after-tests'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (part) => {
    told += part;
    process.stdout.write(part);
  });
  await new Promise((resolve) => { child.on('exit', resolve); });
  const [, caught = '0', missed = '1'] = /mutations: (\d+) caught, (\d+) not/.exec(told) ?? [];
  totals.passed += Number(caught);
  totals.failed += Number(missed);
  return `${caught} of ${Number(caught) + Number(missed)} broken money rules noticed`;
}

await install();
installSystemPackages();
await runChecks();
await runTests('shared and web', ['shared', 'web']);
await runTests('server, embedded PostgreSQL', ['server'], { TEST_DATABASE_URL: '' });
if (process.env.TEST_DATABASE_URL) await runTests('server, TEST_DATABASE_URL', ['server']);
// Against a suite that fails by itself every rule would seem to be noticed.
const mutations = totals.failed === 0 ? await runMutations() : 'money rules not broken, as tests fail';
process.stdout.write('\n== build and budgets\n');
const built = (await run(process.execPath, ['tools/build.mjs'])) === 0 && (await run(process.execPath, ['tools/check-budget.mjs'])) === 0;
totals[built ? 'passed' : 'failed'] += 1;
if (built) await runTests('browser', ['e2e']);
process.stdout.write(`\n${mutations}\n${totals.passed} passed, ${totals.failed} failed\n`);
process.exitCode = totals.failed === 0 ? 0 : 1;
