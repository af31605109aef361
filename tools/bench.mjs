import { spawnSync } from 'node:child_process';
import { inRoot, root } from './project.mjs';

const result = spawnSync(process.execPath, [inRoot('node_modules/tsx/dist/cli.mjs'), 'bench/run.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exit(result.status ?? 1);
