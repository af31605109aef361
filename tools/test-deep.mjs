// What takes too long for every run: all money mutations, tests in *.deep.test.ts and *.deep.spec.ts, the server's tests with delayed statements, the pages' tests with late chunks, and the bench.
import { install } from './install.mjs';
import { completeBrowser, deepPackages, installSystemPackages } from './test-machine.mjs';
import { createTestRun } from './test-run.mjs';

await install();
installSystemPackages(deepPackages);
const testRun = createTestRun();
await testRun.steps('keys that the types admit', [['tools/check-keys.mjs']]);
await testRun.tests('deep, embedded PostgreSQL', ['deep'], { TEST_DATABASE_URL: '' });
await testRun.tests('server, statements delayed at random', ['delayed'], { TEST_DATABASE_URL: '' });
await testRun.tests('pages, chunks arrive late', ['late']);
await testRun.tests('properties, from a seed of this run', ['shared'], {
  KAIKE_TEST_SEED: String(Date.now() % 2 ** 31),
});
await testRun.script(
  'money rules, each broken on purpose',
  ['tools/mutate-money.mjs'],
  /mutations: (\d+) caught, (\d+) not/,
);
const isBuilt = await testRun.steps('build', [['tools/build.mjs']]);
if (isBuilt) {
  await testRun.tests('browser, what every run leaves out', ['e2e-deep'], {
    CHROMIUM: process.env.CHROMIUM ?? completeBrowser,
  });
  await testRun.steps('bench', [['tools/bench.mjs', '--budgets']]);
}
testRun.close();
