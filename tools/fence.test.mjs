import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One forbidden import for each of the most important rules: the lint must report every one. */
const violations = [
  [
    'web-never-server',
    'web/src/api/planted.ts',
    "import { AppError } from '../../../server/src/core/app-error.ts';\nexport const planted = AppError;\n",
  ],
  ['server-never-web', 'server/src/http/planted.ts', "export * from '../../../web/src/api/client.ts';\n"],
  [
    'shared-without-node',
    'shared/src/kit/planted.ts',
    "import { readFileSync } from 'node:fs';\nexport const planted = readFileSync;\n",
  ],
  [
    'kit-below-features',
    'server/src/kit/planted.ts',
    "export { rolesBehaviour } from '../features/roles/roles.resource.ts';\n",
  ],
  [
    'features-through-public',
    'server/src/features/setup/planted.ts',
    "export { rolesBehaviour } from '../roles/roles.resource.ts';\n",
  ],
  ['core-below', 'server/src/core/planted.ts', "export { guards } from '../http/guards.ts';\n"],
  ['core-without-framework', 'server/src/core/planted.ts', "export { fastify } from 'fastify';\n"],
  ['antd-in-kit-only', 'web/src/features/planted.tsx', "export { Button } from 'antd';\n"],
];

for (const [rule, file, source] of violations) {
  test(`the fence reports ${rule}`, () => {
    const path = join(root, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, source);
    try {
      const result = spawnSync(
        join(root, 'node_modules/.bin/depcruise'),
        ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', file],
        { cwd: root, encoding: 'utf8' },
      );
      assert.notEqual(result.status, 0, 'a planted violation passed');
      assert.match(result.stdout, new RegExp(rule));
    } finally {
      rmSync(path, { force: true });
    }
  });
}
