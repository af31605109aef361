import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot, root } from './project.mjs';

const slowestCount = 10;

/** Colours only on a terminal: in a file each dot of a reporter would take ten characters. */
export function colourless(env, isWatched) {
  if (isWatched) return env;
  const { FORCE_COLOR: _forced, ...rest } = env;
  return { ...rest, NO_COLOR: '1' };
}
const inherited = colourless(process.env, process.stdout.isTTY === true);

/** Runs a command with visible output; resolves to its exit code. */
export function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...inherited, ...env } });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a command, shows its output, and resolves to it. */
function runAndRead(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: inherited });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('exit', () => resolve(output));
  });
}

/** The last lines of a run: the times of the parts and of the slowest files, remarks, and how many tests passed and failed. */
export function summaryOf({ totals, files, parts }, remarks) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1).padStart(7)} s  `;
  const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, slowestCount);
  return [
    '',
    'Parts:',
    ...parts.map(({ title, ms }) => seconds(ms) + title),
    `${slowestCount} slowest files:`,
    ...slowest.map(({ name, ms }) => seconds(ms) + name),
    ...remarks,
    `${totals.passed} passed, ${totals.failed} failed`,
  ];
}

/** Sums up several suites: passed, failed, and the time of each test file and part. */
export function createTestRun() {
  const totals = { passed: 0, failed: 0 };
  const files = [];
  const parts = [];

  /** Prints a part's name and measures it. */
  async function part(title, work) {
    process.stdout.write(`\n== ${title}\n`);
    const began = Date.now();
    try {
      return await work();
    } finally {
      parts.push({ title, ms: Date.now() - began });
    }
  }

  /** Adds what test-report.mjs wrote; a run without tests has failed. */
  function addReport(report, code) {
    const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: 1, files: [] };
    totals.passed += result.passed;
    totals.failed += result.failed;
    const isSilentFailure = code !== 0 && result.failed === 0;
    if (isSilentFailure || result.passed === 0) totals.failed += 1;
    for (const { name, ms } of result.files) files.push({ name: name.replace(root, ''), ms });
  }

  return {
    totals,
    /** Runs vitest projects. */
    tests: (title, projects, env = {}) =>
      part(title, async () => {
        const report = join(root, `node_modules/.cache-test-${process.pid}.json`);
        rmSync(report, { force: true });
        const args = [
          'run',
          ...projects.flatMap((project) => ['--project', project]),
          '--reporter=dot',
          `--reporter=${inRoot('tools/test-report.mjs')}`,
        ];
        const code = await run(inRoot('node_modules/.bin/vitest'), args, { ...env, KAIKE_TEST_REPORT: report });
        addReport(report, code);
        rmSync(report, { force: true });
      }),
    /** Runs a script that prints how many of its items passed and failed; `counts` finds the two numbers. */
    script: (title, args, counts) =>
      part(title, async () => {
        const [, passed = '0', failed = '1'] = counts.exec(await runAndRead(process.execPath, args)) ?? [];
        totals.passed += Number(passed);
        totals.failed += Number(failed);
        return { passed: Number(passed), failed: Number(failed) };
      }),
    /** Runs scripts that either succeed or fail; stops at the first that fails. Resolves to whether all succeeded. */
    steps: (title, scripts) =>
      part(title, async () => {
        let hasPassed = true;
        for (const args of scripts) hasPassed &&= (await run(process.execPath, args)) === 0;
        totals[hasPassed ? 'passed' : 'failed'] += 1;
        return hasPassed;
      }),
    /** Prints the times of the parts and of the slowest files, notes, and the summary; sets the exit code. */
    close(...remarks) {
      process.stdout.write(`${summaryOf({ totals, files, parts }, remarks).join('\n')}\n`);
      process.exitCode = totals.failed === 0 ? 0 : 1;
    },
  };
}
