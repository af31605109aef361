import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `node_modules/.bin/${name}`;

/** Every static check; each is one command that a person can run alone. */
const checks = [
  ['types', bin('tsc'), ['-p', 'shared']],
  ['types', bin('tsc'), ['-p', 'server']],
  ['types', bin('tsc'), ['-p', 'web']],
  ['types', bin('tsc'), ['-p', 'e2e']],
  ['lint', bin('oxlint'), ['--type-aware', '--quiet']],
  ['imports', bin('depcruise'), ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'shared/src', 'server/src', 'web/src']],
  ['fence', process.execPath, ['--test', 'tools/fence.test.mjs']],
  ['unused', bin('knip'), ['--no-progress', '--include', 'files,dependencies,unlisted,unresolved']],
  ['wording', process.execPath, ['tools/check-wording.mjs']],
];

let failed = 0;
for (const [name, command, args] of checks) {
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const isGood = result.status === 0;
  if (!isGood) failed += 1;
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'} ${name} ${args.filter((arg) => !arg.startsWith('-')).slice(0, 2).join(' ')} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
  if (!isGood) process.stdout.write(`${result.stdout}${result.stderr}\n`);
}
process.stdout.write(`checks: ${checks.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
