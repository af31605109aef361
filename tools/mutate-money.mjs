// Breaks each money rule on purpose, in a copy, and requires that a test fails.
//   node tools/mutate-money.mjs [word]    all of them, or those whose rule contains the word; each test must pass first
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { mutations } from './money-mutations.mjs';
import { inRoot } from './project.mjs';

const copied = ['server', 'shared', 'web', 'tools', 'vitest.config.ts', 'package.json', 'tsconfig.base.json'];
const maxWorkers = 2;

const own = '@kaike';

/** Links all packages but the project's own: those must be the copy's, or a broken rule of `shared` would never run. */
function linkPackages(folder) {
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, own), { recursive: true });
  for (const name of readdirSync(inRoot('node_modules')))
    if (name !== own && !name.startsWith('.')) symlinkSync(inRoot(join('node_modules', name)), join(packages, name));
  for (const name of ['server', 'shared', 'web']) symlinkSync(join(folder, name), join(packages, own, name));
}

function makeCopy(parent, name) {
  const folder = join(parent, name);
  mkdirSync(folder);
  for (const one of copied)
    cpSync(inRoot(one), join(folder, one), { recursive: true, filter: (from) => !from.includes('node_modules') });
  linkPackages(folder);
  return folder;
}

/** Tests one mutation in a separate process, as loaded modules would carry over to the next one. */
async function judge(folder, mutation) {
  const child = fork(inRoot('tools/mutate-worker.mjs'), {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit').then(([code]) => ({ error: `the tests ended with ${code}` }));
  const verdict = once(child, 'message').then(([message]) => message);
  child.send({ mutation });
  const result = await Promise.race([verdict, exited]);
  if (child.connected) child.send('end');
  await exited;
  return result;
}

/** Works through the mutations until none is left. */
async function work(folder, queue, report) {
  for (let mutation = queue.shift(); mutation !== undefined; mutation = queue.shift()) {
    const began = Date.now();
    report(mutation, await judge(folder, mutation), Date.now() - began);
  }
}

const [word = ''] = process.argv.slice(2);
const selection = mutations.filter(([name]) => name.includes(word));
const parent = mkdtempSync(join(tmpdir(), 'kaike-mutants-'));
const totals = { caught: 0, survived: 0, broken: 0 };
const report = ([name, , , , test], { caught, error }, ms) => {
  totals[error ? 'broken' : caught ? 'caught' : 'survived'] += 1;
  process.stdout.write(
    `${error ? 'BROKEN  ' : caught ? 'caught  ' : 'SURVIVED'} ${name} (${(ms / 1000).toFixed(1)} s, ${test.split('/').at(-1)})${error ? `: ${error}` : ''}\n`,
  );
};
const count = Math.min(maxWorkers, availableParallelism(), selection.length);
const queue = [...selection];
try {
  await Promise.all(Array.from({ length: count }, (_, index) => work(makeCopy(parent, String(index)), queue, report)));
} finally {
  rmSync(parent, { recursive: true, force: true });
}
totals.broken += queue.length;
const isGood = selection.length > 0 && totals.survived + totals.broken === 0;
process.stdout.write(`mutations: ${totals.caught} caught, ${totals.survived + totals.broken} not\n`);
process.exit(isGood ? 0 : 1);
