import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { before } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One forbidden import for each of the most important rules, each in a file of its own: the lint must report every one. */
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
    'server/src/kit/planted-below.ts',
    "export { rolesBehaviour } from '../features/people/roles/roles.resource.ts';\n",
  ],
  [
    'features-through-public',
    'server/src/features/system/setup/planted-public.ts',
    "export { rolesBehaviour } from '../../people/roles/roles.resource.ts';\n",
  ],
  [
    'features-through-public',
    'server/src/features/people/users/planted-public.ts',
    "export { rolesBehaviour } from '../roles/roles.resource.ts';\n",
  ],
  [
    'domains-apart',
    'server/src/features/planted/domain.ts',
    "export { rolesBehaviour } from '../people/roles/roles.resource.ts';\n",
  ],
  ['core-below', 'server/src/core/planted.ts', "export { cookies } from '../http/cookies.ts';\n"],
  [
    'core-below',
    'server/src/core/planted-type.ts',
    "import type { Registry } from '../kit/registry.ts';\nexport type Planted = Registry;\n",
  ],
  ['kit-without-http', 'server/src/kit/planted-http.ts', "export { cookies } from '../http/cookies.ts';\n"],
  [
    'no-cycles',
    'server/src/kit/planted-cycle.ts',
    "import type { Back } from './planted-back.ts';\nexport type Planted = Back | null;\n",
  ],
  [
    'composition-root',
    'server/src/features/system/setup/planted-root.ts',
    "export { buildContext } from '../../../context.ts';\n",
  ],
  [
    'no-test-code-in-product',
    'server/src/features/system/demo/planted-fake.ts',
    "export { startWechat } from '../../../../test/fakes/wechat.ts';\n",
  ],
  ['core-without-framework', 'server/src/core/planted-framework.ts', "export { fastify } from 'fastify';\n"],
  [
    'plugins-by-contract',
    'plugins/check-in/planted.mjs',
    "export { pluginState } from '../../shared/src/domain/system/plugins/plugin-manifest.ts';\n",
  ],
  ['no-plugin-inside', 'server/src/http/planted-plugin.ts', "export * from '../../../plugins/check-in/server.mjs';\n"],
  [
    'phones-without-kit',
    'web/src/features/learning/playback/planted.page.tsx',
    "export const loadDetour = () => import('./planted-detour.ts');\n",
  ],
  ['antd-in-kit-only', 'web/src/features/planted.tsx', "export { Button } from 'antd';\n"],
];
/** What violations lead to. */
const beyond = [
  [
    'server/src/kit/planted-back.ts',
    "import type { Planted } from './planted-cycle.ts';\nexport type Back = { to: Planted };\n",
  ],
  ['web/src/features/learning/playback/planted-detour.ts', "export * from '../../../kit/list/use-list-keys.ts';\n"],
];

let reported = new Set();

// One run for all: each takes two seconds.
before(() => {
  const planted = [...violations.map(([, file, source]) => [file, source]), ...beyond];
  try {
    for (const [file, source] of planted) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), source);
    }
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/depcruise'),
      ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...planted.map(([file]) => file)],
      { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 },
    );
    const { violations: all } = JSON.parse(stdout).summary;
    reported = new Set(
      all.flatMap(({ rule, from, cycle = [] }) =>
        [from, ...cycle.map(({ name }) => name)].map((file) => `${rule.name} of ${file}`),
      ),
    );
  } finally {
    for (const [file] of planted) rmSync(join(root, file), { force: true });
    // A folder that no other file is in.
    rmSync(join(root, 'server/src/features/planted'), { recursive: true, force: true });
  }
});

for (const [rule, file] of violations) {
  test(`the fence reports ${rule} of ${file}`, () => {
    assert.ok(reported.has(`${rule} of ${file}`), [...reported].join('\n'));
  });
}
