import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takingMigrations } from './check-migrations.mjs';

const rename = 'alter table cards rename column a to b;';

it('a migration that takes away what the release before uses is named', () => {
  const sources = {
    '0150_old.sql': rename,
    '0300_rename.sql': rename,
    '0301_drop.sql': 'alter table cards\n  drop column a;',
    '0302_type.sql': 'alter table cards alter column a type bigint;',
    '0303_table.sql': 'drop table cards;',
  };
  assert.deepEqual(takingMigrations(sources), ['0300_rename.sql', '0301_drop.sql', '0302_type.sql', '0303_table.sql']);
});

it('one that only adds, speaks of it in a comment, or gives the reason passes', () => {
  const sources = {
    '0300_add.sql': '-- Not by rename column.\nalter table cards add column b text;',
    '0301_reason.sql': `-- contract: unused since 0.4\n${rename}`,
    '0302_index.sql': 'drop index cards_a;',
  };
  assert.deepEqual(takingMigrations(sources), []);
});
