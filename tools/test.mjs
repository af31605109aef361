import { install } from './install.mjs';
import { mutations } from './money-mutations.mjs';
import { installSystemPackages } from './test-machine.mjs';
import { createTestRun } from './test-run.mjs';

await install();
installSystemPackages();
const testRun = createTestRun();
await testRun.script('static checks', ['tools/check.mjs'], /checks: (\d+) passed, (\d+) failed/);
await testRun.tests('shared and web', ['shared', 'web']);
await testRun.tests('server, embedded PostgreSQL', ['server'], { TEST_DATABASE_URL: '' });
if (process.env.TEST_DATABASE_URL) await testRun.tests('server, TEST_DATABASE_URL', ['server']);
const isBuilt = await testRun.steps('build and budgets', [['tools/build.mjs'], ['tools/check-budget.mjs']]);
if (isBuilt) await testRun.tests('browser', ['e2e']);
testRun.close(
  `Left to npm run test:deep: ${mutations.length} money rules broken on purpose, every key of a text that the types admit, a million rows in each list, kills and outages, what an agency sees while others grow, every input to every route, the server’s tests with statements delayed at random, the pages’ tests with chunks that arrive late, films and sounds played at length, talks by voice, databases and backups that are interrupted, a visitor’s talk and scenes in lessons, menus of more people in more looks and each list by axe, files at every storage vendor, merged learners, downloads in WeChat, pages through the stand-ins of vendors (among them moderation, translation and what the teacher remembers), the designers of card faces and of scenes, text editors, cartons of printed cards, the clips of the demo school, the bench.`,
);
