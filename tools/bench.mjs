import { spawnSync } from 'node:child_process';
import { inRoot, root } from './project.mjs';

const [first, ...rest] = process.argv.slice(2);
// These have separate scripts; only the pace of heartbeats needs the bench's data.
const alone = {
  ledger: 'bench/ledger.ts',
  'cards-million': 'bench/cards-million.ts',
  lists: 'bench/lists.ts',
  pace: 'bench/pace.ts',
  web: 'bench/web.ts',
};
const script = Object.hasOwn(alone, first ?? '') ? [alone[first], ...rest] : ['bench/run.ts', ...process.argv.slice(2)];
const result = spawnSync(process.execPath, [inRoot('node_modules/tsx/dist/cli.mjs'), ...script], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(result.status ?? 1);
