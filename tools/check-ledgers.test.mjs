import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceWriters, unsignedWriters } from './check-ledgers.mjs';

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
  assert.ok(!isFound('sql`set ai_seconds_left = 1`', 'server/src/features/ai/seconds/post-seconds.ts'));
  assert.ok(!isFound('sql`set ai_seconds_left = 1`', 'server/src/features/planted.test.ts'));
});

test('a line that nothing signs is found', () => {
  const writes = (source, path = file) => unsignedWriters({ [path]: source }).length === 1;
  assert.ok(writes("trx.insertInto('card_num_logs').values({ delta: 5 })"));
  assert.ok(writes('sql`insert into ai_second_logs (member_id) select 1`'));
  assert.ok(!writes("db.selectFrom('card_num_logs').selectAll()"));
  assert.ok(!writes("trx.insertInto('card_num_logs')", 'server/src/features/agencies/agencies/quota/quota.ts'));
});
