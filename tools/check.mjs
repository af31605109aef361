import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => `node_modules/.bin/${name}`;

/** Every static check; `npm run check -- lint format` runs these two alone. The two lists run in parallel. */
const lanes = [
  [
    ['unused', bin('knip'), ['--no-progress', '--include', 'files,dependencies,unlisted,unresolved,exports,types']],
    // Rules that know types need the compiler anyway, so the types themselves are checked in the same pass.
    ['lint', bin('oxlint'), ['--type-aware', '--type-check', '--quiet']],
  ],
  [
    ['format', bin('oxfmt'), ['--check']],
    [
      'imports',
      bin('depcruise'),
      ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'shared/src', 'server/src', 'web/src', 'plugins'],
    ],
    [
      'tools',
      process.execPath,
      [
        '--test',
        'tools/test-run.test.mjs',
        'tools/watch-parent.test.mjs',
        'tools/check-wording.test.mjs',
        'tools/check-keys.test.mjs',
        'tools/check-folders.test.mjs',
        'tools/check-casts.test.mjs',
        'tools/check-operations.test.mjs',
        'tools/check-names.test.mjs',
        'tools/check-clocks.test.mjs',
        'tools/check-patterns.test.mjs',
        'tools/check-ledgers.test.mjs',
        'tools/check-migrations.test.mjs',
        'tools/make-resource.test.mjs',
        'tools/dev.test.mjs',
        'tools/check.test.mjs',
        'tools/money-mutations.test.mjs',
        'tools/plain-resources.test.mjs',
      ],
    ],
    ['lock', process.execPath, ['tools/complete-lock.mjs', '--check']],
    ['folders', process.execPath, ['tools/check-folders.mjs']],
    ['ledgers', process.execPath, ['tools/check-ledgers.mjs']],
    ['migrations', process.execPath, ['tools/check-migrations.mjs']],
    ['casts', process.execPath, ['tools/check-casts.mjs']],
    ['operations', process.execPath, ['tools/check-operations.mjs']],
    ['names', process.execPath, ['tools/check-names.mjs']],
    ['patterns', process.execPath, ['tools/check-patterns.mjs']],
    ['clocks', process.execPath, ['tools/check-clocks.mjs']],
    ['documents', process.execPath, ['tools/check-docs.mjs']],
    ['wording', process.execPath, ['tools/check-wording.mjs']],
  ],
];

/** What mends a check by itself. */
const remedies = { format: 'npm run format mends it.\n' };

/** Runs one check; prints its verdict, and its output when it fails. Resolves to whether it passed. */
function runCheck([name, command, args]) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', (cause) => keep(`${cause.message}\n`));
    child.once('close', (code) => {
      const hasPassed = code === 0;
      process.stdout.write(
        `${hasPassed ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)\n${hasPassed ? '' : `${output}${remedies[name] ?? ''}\n`}`,
      );
      resolve(hasPassed);
    });
  });
}

async function runLane(checks) {
  const results = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

/** Plants files that the others would report. */
const fence = ['fence', process.execPath, ['--test', 'tools/fence.test.mjs']];

const selection = process.argv.slice(2);
const names = [...lanes.flat(), fence].map(([name]) => name);
const unknown = selection.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no check ${unknown.join(', ')}; there are ${names.join(', ')}.\n`);
  process.exit(1);
}
const isSelected = ([name]) => selection.length === 0 || selection.includes(name);
const results = (await Promise.all(lanes.map((lane) => runLane(lane.filter(isSelected))))).flat();
results.push(...(await runLane([fence].filter(isSelected))));
const failed = results.filter((hasPassed) => !hasPassed).length;
process.stdout.write(`checks: ${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
