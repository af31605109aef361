import { compareVersions, versionPattern } from '@kaike/shared/domain/app-version';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../http/app-error.ts';
import { assignInput } from '../../kit/assign-input.ts';
import type { ResourceBehaviour, Values } from '../../kit/behaviour.ts';

function checkVersions(values: Values): void {
  const [version, lowest] = [String(values['version_name'] ?? ''), String(values['min_version'] ?? '')];
  assert(versionPattern.test(version), 'app.version', { field: 'version_name' });
  assert(lowest === '' || versionPattern.test(lowest), 'app.version', { field: 'min_version' });
  assert(lowest === '' || compareVersions(lowest, version) <= 0, 'app.min_above', { field: 'min_version' });
  const hash = String(values['sha256'] ?? '');
  assert(hash === '' || /^[0-9a-f]{64}$/i.test(hash), 'app.bad_checksum', { field: 'sha256' });
}

/** A version of a platform is there once; told at its field before the index would refuse it. */
async function checkTaken(trx: Db, values: Values, id: number): Promise<void> {
  const taken = await trx.selectFrom('apps').select('id').where('platform', '=', String(values['platform'])).where('version_name', '=', String(values['version_name']))
    .where('deleted_at', 'is', null).where('id', '<>', id).executeTakeFirst();
  assert(!taken, 'app.taken', { field: 'version_name' });
}

export const appsBehaviour: ResourceBehaviour = {
  async beforeCreate({ trx }, values) {
    checkVersions(values);
    await checkTaken(trx, values, 0);
    return values;
  },
  async beforeUpdate({ trx }, { before, values }) {
    checkVersions({ ...before, ...values });
    await checkTaken(trx, { ...before, ...values }, before.id);
    return values;
  },
  actions: { 'change-status': assignInput('apps', ['status']), remark: assignInput('apps', ['remark']) },
};
