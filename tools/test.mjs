import { install } from './install.mjs';
import { mutations } from './money-mutations.mjs';
import { installSystemPackages } from './test-machine.mjs';
import { createTestRun } from './test-run.mjs';

const mutationCount = 1;

await install();
installSystemPackages();
const testRun = createTestRun();
await testRun.script('static checks', ['tools/check.mjs'], /checks: (\d+) passed, (\d+) failed/);
await testRun.tests('shared and web', ['shared', 'web']);
await testRun.tests('server, embedded PostgreSQL', ['server'], { TEST_DATABASE_URL: '' });
if (process.env.TEST_DATABASE_URL) await testRun.tests('server, TEST_DATABASE_URL', ['server']);
// With a suite that already fails, every mutation would seem to be caught.
if (testRun.totals.failed === 0)
  await testRun.script(
    'money rules, some broken on purpose',
    ['tools/mutate-money.mjs', '--changed', String(mutationCount)],
    /mutations: (\d+) caught, (\d+) not/,
  );
const isBuilt = await testRun.steps('build and budgets', [['tools/build.mjs'], ['tools/check-budget.mjs']]);
if (isBuilt) await testRun.tests('browser', ['e2e']);
testRun.close(
  `Left to npm run test:deep: all ${mutations.length} broken money rules, a million rows in each list, kills and outages, what an agency sees while others grow, every input to every route, the server’s tests with statements delayed at random, films played at length, menus of more people in more looks and each list by axe, files at every storage vendor, pages through the stand-ins of vendors (among them moderation, translation and what the teacher remembers), the designers of card faces and of scenes, text editors, cartons of printed cards, the clips of the demo school, the bench.`,
);
