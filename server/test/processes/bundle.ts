import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { buildSync } from 'esbuild';

const project = resolve(import.meta.dirname, '../../..');

/** The built server, built again when it is stale: it starts in a fraction of the time that the sources take. */
export function buildServer(): string {
  const script = `import('./tools/build.mjs').then(({ ensureBuilt }) => ensureBuilt(['server']))`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: project, stdio: 'pipe' });
  return resolve(project, 'dist/server/kaike.mjs');
}

const bundles = new Map<string, string>();

/** A TypeScript file and what it imports as one module, beside the built server, where packages and migrations are found as by it. */
export function bundleSource(path: string): string {
  const existing = bundles.get(path);
  if (existing) return existing;
  const file = resolve(project, `dist/processes/${createHash('sha1').update(path).digest('hex').slice(0, 12)}.mjs`);
  const { outputFiles } = buildSync({
    entryPoints: [path],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    alias: { '@kaike/shared': resolve(project, 'shared/src') },
    logLevel: 'silent',
  });
  mkdirSync(dirname(file), { recursive: true });
  // Another worker may start the same file meanwhile.
  writeFileSync(`${file}.${process.pid}`, outputFiles[0]?.contents ?? '');
  renameSync(`${file}.${process.pid}`, file);
  bundles.set(path, file);
  return file;
}
