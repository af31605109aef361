import type pg from 'pg';
import { showsCodes, type Settings } from '../../config.ts';
import { ok, warn, type Finding } from './check.ts';

/** Whether text messages and mail reach people; the local outbox does not count. */
export async function checkSenders(pool: pg.Pool, settings: Pick<Settings, 'env'>): Promise<Finding[]> {
  const known = await pool.query<{ known: boolean }>("select to_regclass('public.configs') is not null as known");
  if (!known.rows[0]?.known || showsCodes(settings)) return [];
  const { rows } = await pool.query<{ key: string; value: string }>(
    "select key, value from configs where key in ('sms_driver', 'mail_driver')",
  );
  const isSet = (key: string): boolean =>
    rows.some((row) => row.key === key && row.value !== '' && row.value !== 'local');
  return [
    isSet('sms_driver')
      ? ok('A sender of text messages is set')
      : warn(
          'No SMS vendor is set: nobody can register, log in or be reached by text message',
          'The pages say so and offer none of it. Until a vendor is set, accounts come from the school.',
        ),
    isSet('mail_driver')
      ? ok('A mail server is set')
      : warn('No mail server is set: passwords cannot be reset by mail', 'Set SMTP in the settings, under Mail.'),
  ];
}
