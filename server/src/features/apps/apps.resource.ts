import { compareVersions, versionPattern } from '@kaike/shared/domain/app-version';
import { assert } from '../../http/app-error.ts';
import { assignInput } from '../../kit/assign-input.ts';
import type { ResourceBehaviour, Values } from '../../kit/behaviour.ts';

function checkVersions(values: Values): void {
  const [version, lowest] = [String(values['version_name'] ?? ''), String(values['min_version'] ?? '')];
  assert(versionPattern.test(version), 'app.version', { field: 'version_name' });
  assert(lowest === '' || versionPattern.test(lowest), 'app.version', { field: 'min_version' });
  assert(lowest === '' || compareVersions(lowest, version) <= 0, 'app.min_above', { field: 'min_version' });
  const hash = String(values['sha256'] ?? '');
  assert(hash === '' || /^[0-9a-f]{64}$/i.test(hash), 'app.sha256', { field: 'sha256' });
}

export const appsBehaviour: ResourceBehaviour = {
  async beforeCreate(_write, values) {
    checkVersions(values);
    return values;
  },
  async beforeUpdate(_write, { before, values }) {
    checkVersions({ ...before, ...values });
    return values;
  },
  actions: { 'change-status': assignInput('apps', ['status']), remark: assignInput('apps', ['remark']) },
};
