import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isRoot = process.getuid?.() === 0;
const isDebian = existsSync('/etc/debian_version');

/** System packages that the browser and Redis tests need, and how to detect them. */
const systemPackages = [
  ['chromium', () => existsSync('/usr/bin/chromium') || existsSync('/usr/bin/chromium-browser')],
  ['fonts-noto-cjk', () => existsSync('/usr/share/fonts/opentype/noto')],
  ['redis-server', () => existsSync('/usr/bin/redis-server')],
];

/** Installs missing packages as root on Debian; elsewhere reports them and exits. */
export function installSystemPackages() {
  const missing = systemPackages.filter(([, isThere]) => !isThere()).map(([name]) => name);
  if (missing.length === 0) return;
  if (!isRoot || !isDebian) {
    process.stderr.write(`The tests need ${missing.join(', ')}. Install them and run the tests again.\n`);
    process.exit(1);
  }
  process.stdout.write(`Installing ${missing.join(', ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
  const done = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  if (done.status !== 0) process.exit(1);
}
