import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's Chromium as people have it. */
export const completeBrowser = '/usr/bin/chromium';

const isRoot = process.getuid?.() === 0;
const isDebian = existsSync('/etc/debian_version');

/** System packages of the browser and Redis tests, how to detect them, and what does their work where they are missing. */
const testPackages = [
  {
    name: 'chromium-headless-shell',
    isThere: () => existsSync('/usr/bin/chromium-headless-shell'),
    isReplaced: () => existsSync(process.env.CHROMIUM ?? completeBrowser),
  },
  { name: 'fonts-noto-cjk', isThere: () => existsSync('/usr/share/fonts/opentype/noto') },
  { name: 'redis-server', isThere: () => existsSync('/usr/bin/redis-server') },
];

/** What the deep tests use beside them. */
export const deepPackages = [
  ...testPackages,
  { name: 'chromium', isThere: () => existsSync(completeBrowser) },
  { name: 'pocketsphinx', isThere: () => existsSync('/usr/bin/pocketsphinx_continuous') },
  { name: 'pocketsphinx-en-us', isThere: () => existsSync('/usr/share/pocketsphinx/model/en-us') },
  { name: 'pgbouncer', isThere: () => existsSync('/usr/sbin/pgbouncer') },
  { name: 'flite', isThere: () => existsSync('/usr/bin/flite') },
];

/** Installs missing packages as root on Debian; elsewhere reports them and exits. */
export function installSystemPackages(packages = testPackages) {
  const missing = packages.filter(({ isThere }) => !isThere());
  const required = missing.filter(({ isReplaced }) => !isReplaced?.());
  if (missing.length === 0) return;
  const namesOf = (some) => some.map(({ name }) => name);
  if (!isRoot || !isDebian) {
    if (required.length === 0) return;
    process.stderr.write(
      `The tests need ${namesOf(required).join(', ')}. Install them and run the tests again. CHROMIUM names another Chromium.\n`,
    );
    process.exit(1);
  }
  process.stdout.write(`Installing ${namesOf(missing).join(', ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A new machine often updates itself meanwhile.
  const quietly = ['-qq', '-o', 'DPkg::Lock::Timeout=600'];
  spawnSync('apt-get', ['update', ...quietly], { stdio: 'inherit', env });
  const done = spawnSync('apt-get', ['install', '-y', ...quietly, '--no-install-recommends', ...namesOf(missing)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  if (done.status !== 0 && required.length > 0) process.exit(1);
}
