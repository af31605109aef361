import {
  compareVersions,
  installersOf,
  installsOn,
  versionPattern,
  type AppPlatform,
} from '@kaike/shared/domain/site/app-version';
import { apps } from '@kaike/shared/resources/site/apps';
import type { Db } from '../../../db/pool.ts';
import { assert, checkAll } from '../../../core/app-error.ts';
import { findFiles } from '../../../kit/files.ts';
import { defineBehaviour, type Values } from '../../../kit/behaviour.ts';

function checkVersion({ version_name: version }: Values): void {
  assert(versionPattern.test(String(version ?? '')), 'app.version', { field: 'version_name' });
}

function checkLowest(values: Values): void {
  const [version, lowest] = [String(values.version_name ?? ''), String(values.min_version ?? '')];
  if (lowest === '') return;
  assert(versionPattern.test(lowest), 'app.version', { field: 'min_version' });
  const isAbove = versionPattern.test(version) && compareVersions(lowest, version) > 0;
  assert(!isAbove, 'app.min_above', { field: 'min_version' });
}

function checkHash({ sha256 }: Values): void {
  const hash = String(sha256 ?? '');
  assert(hash === '' || /^[0-9a-f]{64}$/i.test(hash), 'app.bad_checksum', { field: 'sha256' });
}

/** A version exists once per platform; reported at its field before the unique index would reject it. */
async function checkTaken(trx: Db, values: Values, id: number): Promise<void> {
  const duplicate = await trx
    .selectFrom('apps')
    .select('id')
    .where('platform', '=', String(values.platform))
    .where('version_name', '=', String(values.version_name))
    .where('deleted_at', 'is', null)
    .where('id', '<>', id)
    .executeTakeFirst();
  assert(!duplicate, 'app.taken', { field: 'version_name' });
}

/** A version needs a source: an installer for its own platform, whose actual size and checksum are stored, or an address. */
async function describeSource(trx: Db, values: Values, before: Values = {}): Promise<Values> {
  const after = { ...before, ...values };
  const platform = String(after.platform);
  // An installer is not carried over to another platform.
  const isMoved = platform === 'ios' && before.platform !== undefined && before.platform !== platform;
  const address = isMoved ? '' : String(after.file ?? '');
  assert(address !== '' || String(after.url ?? '') !== '', 'app.no_source', {
    field: platform === 'ios' ? 'url' : 'file',
  });
  if (isMoved) return { ...values, file: null, size: null, sha256: '' };
  if (address === '') return { ...values, size: null };
  const [file] = (await findFiles(trx, [address])).values();
  if (!file) return values;
  assert(platform !== 'ios', 'app.store_only', { field: 'file' });
  assert(installsOn(platform, file.ext), 'app.wrong_installer', {
    field: 'file',
    params: { types: (installersOf[platform as AppPlatform] ?? []).join(' / ') },
  });
  return { ...values, size: file.size, sha256: file.sha256 };
}

/** The values to store of a new version or a change of one. */
async function checkApp(trx: Db, values: Values, before: Values & { id: number } = { id: 0 }): Promise<Values> {
  const after = { ...before, ...values };
  await checkAll(
    () => checkVersion(after),
    () => checkLowest(after),
    () => checkHash(after),
    () => checkTaken(trx, after, before.id),
    () => describeSource(trx, values, before),
  );
  return describeSource(trx, values, before);
}

export const appsBehaviour = defineBehaviour(apps, {
  beforeCreate: ({ trx }, values) => checkApp(trx, values),
  beforeUpdate: ({ trx }, { before, values }) => checkApp(trx, values, before),
});
