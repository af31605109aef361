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
  ['core-below', 'server/src/core/planted.ts', "export { cookies } from '../http/cookies.ts';\n"],
  [
    'core-below',
    'server/src/core/planted-type.ts',
    "import type { Registry } from '../kit/registry.ts';\nexport type Planted = Registry;\n",
  ],
  ['kit-without-http', 'server/src/kit/planted.ts', "export { cookies } from '../http/cookies.ts';\n"],
  [
    'no-cycles',
    'server/src/kit/planted.ts',
    "import type { Back } from './planted-back.ts';\nexport type Planted = Back | null;\n",
    {
      'server/src/kit/planted-back.ts':
        "import type { Planted } from './planted.ts';\nexport type Back = { to: Planted };\n",
    },
  ],
  ['composition-root', 'server/src/features/setup/planted.ts', "export { buildContext } from '../../context.ts';\n"],
  ['core-without-framework', 'server/src/core/planted.ts', "export { fastify } from 'fastify';\n"],
  ['antd-in-kit-only', 'web/src/features/planted.tsx', "export { Button } from 'antd';\n"],
];

for (const [rule, file, source, others = {}] of violations) {
  test(`the fence reports ${rule} of ${file}`, () => {
    const planted = Object.entries({ [file]: source, ...others });
    for (const [path, text] of planted) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    try {
      const result = spawnSync(
        join(root, 'node_modules/.bin/depcruise'),
        ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', file],
        { cwd: root, encoding: 'utf8' },
      );
      assert.notEqual(result.status, 0, 'a planted violation passed');
      assert.match(result.stdout, new RegExp(rule));
    } finally {
      for (const [path] of planted) rmSync(join(root, path), { force: true });
    }
  });
}
