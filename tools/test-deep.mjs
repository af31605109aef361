// What takes too long for every run: all broken money rules, tests in *.deep.test.ts, and the bench.
import { install } from './install.mjs';
import { installSystemPackages } from './test-machine.mjs';
import { createTestRun } from './test-run.mjs';

await install();
installSystemPackages();
const testRun = createTestRun();
await testRun.tests('deep, embedded PostgreSQL', ['deep'], { TEST_DATABASE_URL: '' });
await testRun.script('money rules, each broken on purpose', ['tools/mutate-money.mjs'], /mutations: (\d+) caught, (\d+) not/);
await testRun.steps('bench', [['tools/build.mjs'], ['tools/bench.mjs']]);
testRun.close();
