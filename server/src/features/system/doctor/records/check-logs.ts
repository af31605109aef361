import { existsSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import type { EnvironmentSettings } from '../../../../config.ts';
import { reasonOf, secretFile } from '../../../../process/data-folder.ts';
import { createDb, type Db } from '../../../../db/pool.ts';
import { checkSeals, verifyChain, type SealCheck } from '../../../office/audit/public.ts';
import { createSecrets } from '../../../../core/secrets.ts';
import { fail, ok, warn, type Finding } from '../check.ts';

const compare = 'The table was changed outside the application. Compare it with a backup before anything else.';

type SecretSettings = Pick<EnvironmentSettings, 'data_dir' | 'secret' | 'old_secret'>;

/** The secret in use; none is created for the doctor. */
export function resolveSecret({ data_dir: folder, secret }: SecretSettings): { secret: string } | { missing: string } {
  if (secret !== null) return { secret };
  const file = secretFile(folder);
  if (!existsSync(file)) return { missing: 'there is no secret yet' };
  try {
    return { secret: readFileSync(file, 'utf8').trim() };
  } catch (cause) {
    return { missing: `this account cannot read the secret (${reasonOf(cause)})` };
  }
}

function judge({ seals, anchors, is_key_known, forged }: SealCheck): Finding {
  if (!forged)
    return ok(
      seals === 0
        ? 'The operation log has no seal yet: it is sealed every few minutes'
        : `It matches its seals (${seals}) and the anchors in the data folder (${anchors})`,
    );
  if (seals > 0 && !is_key_known)
    return fail(
      `None of the seals of the operation log (${seals}) matches the current secret`,
      'Run doctor with the secret of the server. If it is the same, the log was rewritten outside the application.',
    );
  return fail(
    `The operation log does not match its seals and anchors: entry ${forged.id} ${forged.is_missing ? 'is missing' : 'was changed'}`,
    compare,
  );
}

async function checkKeyed(db: Db, settings: SecretSettings): Promise<Finding> {
  const read = resolveSecret(settings);
  if ('missing' in read)
    return warn(
      `The seals of the operation log were not checked: ${read.missing}`,
      'Run doctor with the account and the settings of the server.',
    );
  try {
    return judge(await checkSeals({ db, secrets: createSecrets(read.secret, settings.old_secret), config: settings }));
  } catch (cause) {
    return fail(
      `The seals and anchors of the operation log could not be read (${reasonOf(cause)})`,
      'Run doctor as the account of the server; fix what that account cannot read first.',
    );
  }
}

/** Verifies the operation log by its chain, by its seals, which need the secret, and by its anchors, which are outside the database. */
export async function checkLogs(pool: pg.Pool, settings: SecretSettings): Promise<Finding[]> {
  const {
    rows: [tables],
  } = await pool.query<{ chain: boolean; seals: boolean }>(
    "select to_regclass('public.log_chain') is not null as chain, to_regclass('public.log_seals') is not null as seals",
  );
  if (!tables?.chain) return [];
  const db = createDb(pool);
  const { is_intact, checked, last_id, broken_id } = await verifyChain(db);
  if (!is_intact)
    return [
      fail(
        broken_id === null
          ? `The operation log is truncated after entry ${last_id}`
          : `The operation log was changed at entry ${broken_id}`,
        compare,
      ),
    ];
  const whole = ok(`The operation log is intact: ${checked} entries, up to ${last_id}`);
  return tables.seals ? [whole, await checkKeyed(db, settings)] : [whole];
}
