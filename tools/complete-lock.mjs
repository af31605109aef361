// Adds to package-lock.json the optional packages of other platforms that the current registry does not list: `npm ci`
// refuses a lock file without them. They have no checksums; npm takes those from the registry that has the package.
//   node tools/complete-lock.mjs           writes the missing entries
//   node tools/complete-lock.mjs --check   only reports what is missing
import { readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from './project.mjs';

const path = inRoot('package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' };

/** Platform of a binding by the parts of its name: `binding-linux-arm64-musl` is linux, arm64, musl. */
function platformOf(name) {
  const parts = name.split(/[/-]/);
  const os = parts.filter((part) => systems.includes(part));
  const cpu = parts.filter((part) => processors.includes(part));
  const libc = os.includes('linux') ? parts.flatMap((part) => libraries[part] ?? []) : [];
  if (cpu.length === 0 || (os.length === 0 && !cpu.includes('wasm32')))
    throw new Error(`no platform in the name ${name}`);
  return { cpu, ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}

/** Whether a package at this path resolves the other one, beside it or further up. */
function isResolved(place, name) {
  for (let folder = place; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (lock.packages[`${folder}/node_modules/${name}`]) return true;
    if (!folder.includes('/node_modules/')) return lock.packages[`node_modules/${name}`] !== undefined;
  }
}

const missing = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isResolved(place, name))
    .map(([name, version]) => ({ name, version, dev })),
);

if (process.argv.includes('--check')) {
  for (const { name, version } of missing)
    process.stdout.write(`package-lock.json has no entry for ${name} ${version}\n`);
  process.exitCode = missing.length === 0 ? 0 : 1;
} else {
  for (const { name, version, dev } of missing) {
    const { cpu, libc, os } = platformOf(name);
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev && { dev }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    };
  }
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  );
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  process.stdout.write(`${missing.length} entries added\n`);
}
