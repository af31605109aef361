// Breaks each money rule on purpose, in a copy, and demands that a test notices. `node tools/mutate-money.mjs [word]`
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRoot } from './project.mjs';

const agencies = 'server/src/features/agencies';
const quotaTest = `${agencies}/quota.test.ts`;
const agenciesTest = `${agencies}/agencies.test.ts`;
const cards = 'server/src/features/cards';

/** [rule that is broken, file, text, what stands there instead, test that must fail] */
const mutations = [
  ['skip the lock', `${agencies}/lock-agencies.ts`, 'order by id for update', 'order by id', quotaTest],
  ['skip the idempotency check', `${agencies}/quota.ts`, 'return rows.length > 0;', 'return false;', quotaTest],
  ['wrong sign', `${agencies}/move-pair.ts`, 'type: out, delta: -amount', 'type: out, delta: amount', quotaTest],
  ['wrong sign of a batch', `${agencies}/card-quota.ts`, 'delta: -given.quantity', 'delta: given.quantity', quotaTest],
  ['skip the balance check', `${agencies}/quota.ts`, 'if (missing > 0 && agency.unlimited !== 1)', 'if (missing < 0)', quotaTest],
  ['skip the daily cap', `${agencies}/quota.ts`, 'taken - given.delta <= agency.daily_cap', 'true', quotaTest],
  ['skip the state check of an agency', `${agencies}/move-pair.ts`, "=== agencyStatus.active, 'agency.not_active'", "!== undefined, 'agency.not_active'", quotaTest],
  ['ledger without balance', `${agencies}/quota.ts`, 'set card_num = ${balance}', 'set card_num = card_num + 0 * ${balance}::int', quotaTest],
  ['spend what is held', `${agencies}/quota.ts`, 'agency.card_num - agency.held_num', 'agency.card_num', agenciesTest],
  ['answer an offer twice', `${agencies}/quota-transfers.ts`, 'transferOptions(offer, given.now).may_answer', 'offer', agenciesTest],
  ['undo without end', `${agencies}/quota-transfers.ts`, 'transferOptions(offer, now).may_undo', 'offer', agenciesTest],
  ['answer for somebody else', `${agencies}/quota-transfers.ts`, 'offer.to_agency_id === given.agency_id', 'true', agenciesTest],
  ['skip the state check of a card', `${cards}/card-actions.ts`, 'if (reason) sorted.failed', 'if (reason === undefined) sorted.failed', `${cards}/cards.test.ts`],
  ['give back nothing for a void', `${cards}/card-actions.ts`, 'for (const row of paid.rows)', 'for (const row of paid.rows.slice(1))', `${cards}/cards.test.ts`],
  ['see everything', `${agencies}/agencies.resource.ts`, 'scope: ({ admin }) => (admin.agency ?', 'scope: ({ admin }) => (admin.agency?.id === -1 ?', `${agencies}/agency-scope.test.ts`],
];

const copied = ['server', 'shared', 'web', 'tools', 'vitest.config.ts', 'package.json', 'tsconfig.base.json'];

function makeCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'kaike-mutants-'));
  for (const name of copied) cpSync(inRoot(name), join(folder, name), { recursive: true, filter: (from) => !from.includes('node_modules') });
  symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** How many tests failed; a run without tests proves nothing. */
function countFailed(folder, test) {
  const run = spawnSync(process.execPath, [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'server', test], { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  const [, told] = /Tests\s+(.*)/.exec(run.stdout) ?? [];
  if (told === undefined) throw new Error(`${test} did not run:\n${run.stdout}${run.stderr}`);
  return Number(/(\d+) failed/.exec(told)?.[1] ?? 0);
}

function isCaught(folder, [, file, text, instead, test]) {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  if (!before.includes(text)) throw new Error(`${file} no longer holds: ${text}`);
  writeFileSync(path, before.replace(text, instead));
  const failed = countFailed(folder, test);
  writeFileSync(path, before);
  return failed > 0;
}

const word = process.argv[2];
const folder = makeCopy();
let survivors = 0;
try {
  const chosen = mutations.filter(([name]) => word === undefined || name.includes(word));
  for (const test of new Set(chosen.map((mutation) => mutation[4]))) if (countFailed(folder, test) > 0) throw new Error(`${test} fails by itself`);
  for (const mutation of chosen) {
    const caught = isCaught(folder, mutation);
    if (!caught) survivors += 1;
    process.stdout.write(`${caught ? 'caught  ' : 'SURVIVED'} ${mutation[0]}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(survivors === 0 ? 'Every mutation is caught.\n' : `${survivors} mutations survived.\n`);
process.exit(survivors === 0 ? 0 : 1);
