import { spawnSync } from 'node:child_process';
import { inRoot, root } from './project.mjs';

const [first, ...rest] = process.argv.slice(2);
// The ledger has a test of its own, which needs none of the bench's data.
const script = first === 'ledger' ? ['bench/ledger.ts', ...rest] : ['bench/run.ts', ...process.argv.slice(2)];
const result = spawnSync(process.execPath, [inRoot('node_modules/tsx/dist/cli.mjs'), ...script], { cwd: root, stdio: 'inherit' });
process.exit(result.status ?? 1);
