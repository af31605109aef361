import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceWriters } from './check-ledgers.mjs';

const file = 'server/src/features/planted.ts';
const isFound = (source, path = file) => balanceWriters({ [path]: source }).length === 1;

test('a balance that is written without its ledger is found', () => {
  assert.ok(isFound('sql`update members set access_version = 1, ai_seconds_left = 0 where id = 1`'));
  assert.ok(isFound('sql`update members m\n set ai_seconds_left = m.ai_seconds_left - 5`'));
  assert.ok(isFound("db.updateTable('members').set({ remark: '', ai_seconds_left: 5 })"));
  assert.ok(isFound("db.insertInto('members').values({ ai_seconds_left })"));
});

test('reading it, the ledger itself and tests are not', () => {
  assert.ok(!isFound('sql`select ai_seconds_left from members where ai_seconds_left = 0`'));
  assert.ok(!isFound('const { ai_seconds_left: seconds } = member;'));
  assert.ok(!isFound('sql`set ai_seconds_left = 1`', 'server/src/features/ai-seconds/post-seconds.ts'));
  assert.ok(!isFound('sql`set ai_seconds_left = 1`', 'server/src/features/planted.test.ts'));
});
