// Runs one broken copy of the project: receives a mutation from its parent, runs the narrowest test, reports the verdict. One process per mutation, as loaded modules stay.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

const folder = process.cwd();
const vitest = await createVitest('test', {
  root: folder,
  config: join(folder, 'vitest.config.ts'),
  project: ['server'],
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  silent: true,
});
await vitest.standalone?.();

/** Writes the broken text and returns a function that restores it. */
function breakFile(file, text, instead) {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} no longer holds: ${text}`);
  writeFileSync(
    path,
    before.replace(text, () => instead),
  );
  vitest.invalidateFile(path);
  return () => {
    writeFileSync(path, before);
    vitest.invalidateFile(path);
  };
}

const escape = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Counts passed and failed tests of that name. A run without tests is an error. */
async function runTests(file, name) {
  vitest.setGlobalTestNamePattern(new RegExp(escape(name)));
  const specifications = vitest.getModuleSpecifications(join(folder, file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false);
  const states = testModules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
  const count = (state) => states.filter((one) => one === state).length;
  const counts = {
    passed: count('passed'),
    failed: count('failed'),
    error: testModules
      .flatMap((module) => [...module.children.allTests('failed')])
      .map((test) => test.result().errors?.[0]?.message)[0],
  };
  if (counts.passed + counts.failed === 0) {
    const errors = [
      ...testModules.flatMap((module) => module.errors().map((error) => error.message)),
      ...unhandledErrors.map(String),
    ];
    throw new Error(`no test of ${file} is called “${name}” or it did not run: ${errors.join('; ')}`);
  }
  return counts;
}

async function judge({ mutation }) {
  const [, file, text, instead, test, name, { also } = {}] = mutation;
  const { failed, error } = await runTests(test, name);
  if (failed > 0) throw new Error(`${test} fails by itself: ${error}`);
  const back = [];
  try {
    back.push(breakFile(file, text, instead));
    if (also) back.push(breakFile(...also));
    return (await runTests(test, name)).failed > 0;
  } finally {
    back.reverse().forEach((restore) => restore());
  }
}

process.on('message', (task) => {
  if (task === 'end') {
    void vitest.close().then(() => process.exit(0));
    return;
  }
  judge(task).then(
    (caught) => process.send({ caught }),
    (error) => process.send({ error: error.message }),
  );
});
