import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashInputs, inRoot, readStamp, removeStamp, root, writeStamp } from './project.mjs';
import { main, run, step, StepError } from './steps.mjs';

const ALWAYS = [
  'package-lock.json',
  'tsconfig.base.json',
  'shared/package.json',
  'shared/src',
  'tools/build.mjs',
  'tools/compress.mjs',
];

/** Build targets: output, inputs, and the message on the console. */
export const targets = {
  server: {
    text: 'Building the server',
    inputs: [...ALWAYS, 'server/package.json', 'server/src', 'server/migrations'],
    output: 'dist/server/kaike.mjs',
    build: buildServer,
  },
  web: { text: 'Building the web pages', inputs: [...ALWAYS, 'web'], output: 'dist/web/index.html', build: buildWeb },
};

/** A build is made in a separate folder and replaces the old one when it is complete. */
function replaceFolder(fresh, folder) {
  const old = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}

/** The bundle is beside `server`, not in it, so a package that npm nested there would not be found at run time. */
function checkImports(outputs) {
  const require = createRequire(inRoot('dist/server/kaike.mjs'));
  const names = new Set(
    Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path)),
  );
  for (const name of names) {
    const packageName = name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/');
    if (isBuiltin(name)) continue;
    const isFound = require.resolve.paths(packageName)?.some((folder) => existsSync(join(folder, packageName)));
    if (!isFound)
      throw new StepError(
        `The server needs ${packageName}, which is not in the project's node_modules; add it to server/package.json and install.`,
      );
  }
}

/** One bundle of ours with a chunk for what is loaded when first used; packages stay what npm installed. */
async function buildServer() {
  const esbuild = await import('esbuild');
  const fresh = inRoot(`dist/server.new-${process.pid}`);
  const { metafile } = await esbuild
    .build({
      entryPoints: { kaike: inRoot('server/src/cli/kaike.ts') },
      outdir: fresh,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      packages: 'external',
      alias: { '@kaike/shared': inRoot('shared/src') },
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
    })
    .catch((cause) => {
      throw new StepError(cause.message);
    });
  checkImports(metafile.outputs);
  replaceFolder(fresh, inRoot('dist/server'));
  const migrations = inRoot(`dist/migrations.new-${process.pid}`);
  cpSync(inRoot('server/migrations'), migrations, { recursive: true });
  replaceFolder(migrations, inRoot('dist/migrations'));
}

const KEPT_MS = 7 * 24 * 3600 * 1000;

/** Chunks of last week's builds stay, so that a tab opened before a release can still load its chunks. */
function keepOldAssets(fresh, previous) {
  const old = join(previous, 'assets');
  if (!existsSync(old)) return;
  for (const name of readdirSync(old)) {
    const [from, to] = [join(old, name), join(fresh, 'assets', name)];
    if (!existsSync(to) && Date.now() - statSync(from).mtimeMs < KEPT_MS)
      cpSync(from, to, { preserveTimestamps: true });
  }
}

async function buildWeb() {
  if (!existsSync(inRoot('web/index.html')))
    throw new StepError('web/index.html is missing; the checkout is not complete.');
  const { compressFolder } = await import('./compress.mjs');
  const fresh = inRoot(`dist/web.new-${process.pid}`);
  const vite = inRoot('node_modules/vite/bin/vite.js');
  await run(process.execPath, [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: inRoot('web'),
  });
  await compressFolder(fresh, { previous: inRoot('dist/web') });
  keepOldAssets(fresh, inRoot('dist/web'));
  replaceFolder(fresh, inRoot('dist/web'));
}

/** Removes folders of interrupted builds. */
function sweep() {
  if (!existsSync(inRoot('dist'))) return;
  for (const name of readdirSync(inRoot('dist'))) {
    const pid = Number(/\.(?:new|old)-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) rmSync(inRoot('dist', name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause.code === 'EPERM';
  }
}

/** Whether a target was never built, or built from other inputs. */
export function isStale(name) {
  const { inputs, output } = targets[name];
  return !existsSync(inRoot(output)) || readStamp(name) !== hashInputs(inputs);
}

async function build(name) {
  const { inputs, text, build: make } = targets[name];
  const hash = hashInputs(inputs);
  removeStamp(name);
  await step(text, make);
  writeStamp(name, hash);
}

/** Builds the stale ones of the targets, each in a separate process, which frees its memory. */
export async function ensureBuilt(names) {
  for (const name of names.filter(isStale)) {
    await step(targets[name].text, () =>
      run(process.execPath, [fileURLToPath(import.meta.url), name], { cwd: root, explains: true }),
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const names = process.argv.slice(2);
    sweep();
    for (const name of names.length > 0 ? names : Object.keys(targets)) await build(name);
  });
}
