import { defineConfig } from 'vitest/config';
import { iconSpritePlugin } from './web/icon-sprite-plugin.ts';
import { wordingPlugin } from './web/wording-plugin.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'shared', root: 'shared', include: ['src/**/*.test.ts'] } },
      {
        test: {
          name: 'server', root: 'server', include: ['src/**/*.test.ts'],
          globalSetup: ['test/global-setup.ts'], testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 2,
        },
      },
      { plugins: [wordingPlugin(), iconSpritePlugin()], test: { name: 'web', root: 'web', environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}', '*.test.ts'], setupFiles: ['test/setup.ts'] } },
      {
        test: {
          name: 'e2e', root: 'e2e', include: ['**/*.spec.ts'], globalSetup: ['support/global-setup.ts'],
          testTimeout: 120_000, hookTimeout: 180_000, maxWorkers: 1, fileParallelism: false,
        },
      },
    ],
  },
});
