import { defineConfig } from 'vitest/config';
import { iconSpritePlugin } from './web/icon-sprite-plugin.ts';
import { pagesPlugin } from './web/pages-plugin.ts';
import { lateChunksPlugin } from './web/test/late-chunks-plugin.ts';
import { wordingPlugin } from './web/wording-plugin.ts';

/** How long tests wait for a condition, and may take: it tells only that something will never come, on a machine however busy. */
const poll = { timeout: 300_000, interval: 10 };
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll } };

/** Nothing replaces modules, so test files share them: loading them anew for each file took two thirds of the time. */
const together = { isolate: false, maxWorkers: 2 };

const webPlugins = () => [wordingPlugin(), pagesPlugin(), iconSpritePlugin()];
const web = {
  root: 'web',
  environment: 'happy-dom',
  include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
  setupFiles: ['test/setup.ts'],
  ...patience,
  ...together,
};

const browser = {
  globalSetup: ['support/servers/global-setup.ts'],
  setupFiles: ['support/setup.ts'],
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 300_000, interval: 50 } },
  isolate: false,
  // One more than processors: much of it waits for films to play.
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'shared',
          root: 'shared',
          include: ['src/**/*.test.ts'],
          setupFiles: ['../tools/fix-seeds.mjs'],
          ...patience,
          ...together,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.deep.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['../tools/fix-seeds.mjs'],
          ...patience,
          ...together,
          // One more than processors: much of it waits for the database, for vendors and for other processes.
          maxWorkers: 3,
        },
      },
      // The same tests with statements that leave late; run by npm run test:deep.
      {
        test: {
          name: 'delayed',
          root: 'server',
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.deep.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['../tools/fix-seeds.mjs', 'test/hostile/delay-statements.ts'],
          ...patience,
          ...together,
          maxWorkers: 3,
        },
      },
      // What takes minutes: a million rows, long kills, every input to every route. Run by npm run test:deep.
      {
        test: {
          name: 'deep',
          root: 'server',
          include: ['src/**/*.deep.test.ts'],
          globalSetup: ['test/global-setup.ts'],
          testTimeout: 900_000,
          hookTimeout: 900_000,
          maxWorkers: 2,
          expect: { poll },
        },
      },
      { plugins: webPlugins(), test: { name: 'web', ...web } },
      // The same tests with chunks that arrive late; run by npm run test:deep.
      {
        plugins: [...webPlugins(), lateChunksPlugin()],
        test: { name: 'late', ...web, setupFiles: ['test/late-chunks.ts', ...web.setupFiles] },
      },
      { test: { name: 'e2e', root: 'e2e', include: ['**/*.spec.ts'], exclude: ['**/*.deep.spec.ts'], ...browser } },
      // What would take the run over ten minutes: each person's menu in the other look, films played at length,
      // pages through the stand-ins of vendors (what the server says to those is tested by every run).
      { test: { name: 'e2e-deep', root: 'e2e', include: ['**/*.deep.spec.ts'], ...browser } },
    ],
  },
});
