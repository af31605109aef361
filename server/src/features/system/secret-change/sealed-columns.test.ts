import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { sealedColumns } from './sealed-columns.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Byte columns under the secret that are changed by code of their own. */
const changedElsewhere = [
  'cards.secret_enc',
  'cards.secret_hash',
  'study_certificates.signature',
  'agency_statements.signature',
  'log_seals.mac',
  'ledger_seals.mac',
  'service_tokens.value',
];
/** Covered by seals before the secret changes, and not read afterwards. */
const sealedBefore = ['ai_second_logs.signature', 'card_num_logs.signature'];
/** Sealed for minutes: what the secret before sealed counts as absent. */
const expiring = ['oauth_states.result'];
/** Byte columns independent of the secret. */
const underNoSecret = [
  'browser_errors.fingerprint',
  'card_packages.content',
  'learning_records.seen_bitmap',
  'ledger_seals.digest',
  'logs.salt',
  'logs.sealed',
  'plugins.archive',
];

it('every byte column is resealed with the secret, or listed as independent of it', async () => {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'bytea' order by 1`.execute(app.ctx.db);
  const listed = [
    ...sealedColumns.filter(({ is_text }) => !is_text).map(({ table, column }) => `${table}.${column}`),
    ...changedElsewhere,
    ...sealedBefore,
    ...expiring,
    ...underNoSecret,
  ];
  const isHash = (name: string): boolean => /[._]hash$/.test(name) && !listed.includes(name);
  expect(rows.map(({ name }) => name).filter((name) => !isHash(name))).toEqual(listed.toSorted());
});

/** Files that seal, and the columns where a change of the secret finds the values. */
const sealing: Readonly<Record<string, readonly string[]>> = {
  'adapters/wechat/tokens.ts': ['service_tokens.value'],
  'features/ai/moderation/sealed-text.ts': ['ai_moderations.text_enc'],
  'features/cards/prints/seal-file.ts': ['card_print_files.content'],
  'features/cards/cards/secrets/card-secrets.ts': ['cards.secret_enc'],
  'features/office/settings/stored-value.ts': ['configs.value', 'config_changes.value'],
  'features/system/demo/demo-password.ts': ['app_state.value'],
  'features/system/plugins/life/plugin-secrets.ts': ['plugin_secrets.value'],
  'features/people/real-names/id-cards.ts': ['members.id_card', 'real_name_reviews.id_card', 'face_checks.id_card'],
  'features/system/integrations/webhook-secret.ts': ['webhooks.secret'],
  'features/people/identities/oauth-state.ts': ['oauth_states.result'],
  'features/auth/second-factor/second-factor.store.ts': ['second_factors.secret', 'second_factors.next_secret'],
};

it('every file that seals a value is listed with its columns', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      !file.startsWith('features/system/secret-change/') &&
      /\.seal\(/.test(readFileSync(resolve(root, file), 'utf8')),
  );
  expect(files.toSorted()).toEqual(Object.keys(sealing).toSorted());
  const listed = [
    ...sealedColumns.map(({ table, column }) => `${table}.${column}`),
    ...changedElsewhere,
    ...sealedBefore,
    ...expiring,
    'app_state.value',
  ];
  expect(
    Object.values(sealing)
      .flat()
      .filter((name) => !listed.includes(name)),
  ).toEqual([]);
  expect(sealedColumns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(
    Object.values(sealing)
      .flat()
      .filter((name) => sealedColumns.some(({ table, column }) => name === `${table}.${column}`))
      .toSorted(),
  );
});

it('every listed column exists', async () => {
  for (const { table, id, column, about } of sealedColumns) {
    await sql`select ${sql.ref(id)}, ${sql.ref(column)}, ${sql.join(about.map((name) => sql.ref(name)))} from ${sql.table(table)} limit 0`.execute(
      app.ctx.db,
    );
  }
});
