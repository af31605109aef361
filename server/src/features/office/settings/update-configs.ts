import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import { calledAddresses } from '../../../adapters/setting-groups.ts';
import { AdapterError } from '../../../core/adapter-error.ts';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import type { AdminCall } from '../../../core/call.ts';
import { mayCount } from '../../../http/pages/statistics.ts';
import { checkIsSchool, loadStored } from './settings.read.ts';
import { isSecret } from '../../../core/settings/setting-fields.ts';
import { type KnownSetting, toShown, toStored } from './stored-value.ts';
import type * as configs from '@kaike/shared/contracts/office/configs';
import type { AdminCallOf } from '../../../core/call.ts';
import {
  type SettingInput,
  type StoredConfigs,
  setSecret,
  lockConfigs,
  validateInput,
  type SettingChange,
  writeChanges,
} from './save-configs.ts';

const isObject = (value: unknown): value is SettingInput =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Addresses that this server would refuse to call are refused here, with the reason at the field. */
function checkCalled({ adapters: { outgoing } }: AdminCall['ctx'], input: SettingInput): void {
  const failures: FieldFailures = {};
  for (const [key, network] of calledAddresses) {
    const url = input[key];
    // What is no address at all is left to its rules.
    if (typeof url !== 'string' || !URL.canParse(url)) continue;
    try {
      outgoing.check(url, network);
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      failures[key] = [{ rule: error.reason ?? 'url', params: [] }];
    }
  }
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
}

/** The script runs in every page, so its hosts are limited by the configuration, not by who may save settings. */
function checkStatistics({ config }: AdminCall['ctx'], address: unknown): void {
  if (address !== undefined && address !== '' && !mayCount(address, config))
    throw new AppError('config.statistics_host', { field: 'statistics_url' });
}

function checkVersions(stored: StoredConfigs, settings: readonly KnownSetting[], versions: unknown): void {
  if (!isObject(versions)) return;
  const stale = settings.filter(
    ({ key }) => versions[key] !== undefined && Number(versions[key]) !== (stored.get(key)?.version ?? 0),
  );
  if (stale.length > 0)
    throw new AppError('record.stale', {
      current: Object.fromEntries(stale.map((one) => [one.key, toShown(one, stored.get(one.key)?.value ?? null)])),
    });
}

/** Saves settings, all or none. Null restores the default, an empty secret clears it. */
export async function updateConfigs(call: AdminCallOf<typeof configs.updateConfigs>): Promise<{ changed: string[] }> {
  const body = call.body;
  checkIsSchool(call);
  assert(isObject(body.values), 'request.malformed');
  const { catalog } = call.ctx.settings;
  const input = Object.fromEntries(
    Object.entries(body.values).filter(([key, value]) => !(value === setSecret && isSecret(catalog.fields[key]))),
  );
  const result = await call.ctx.db.transaction().execute(async (trx) => {
    await lockConfigs(trx);
    const stored = await loadStored(trx);
    let values: SettingInput = {};
    await checkAll(
      () => checkCalled(call.ctx, input),
      () => {
        values = validateInput(catalog, stored, input);
      },
      () => checkStatistics(call.ctx, values['statistics_url']),
    );
    const settings = Object.entries(catalog.fields).flatMap(([key, field]) => (key in values ? [{ key, field }] : []));
    checkVersions(stored, settings, body.versions);
    const changes = settings.map((setting): SettingChange => ({
      ...setting,
      stored: input[setting.key] === null ? null : toStored(call.ctx.secrets, setting, values[setting.key]),
    }));
    return { changed: await writeChanges(trx, call, { changes, stored }) };
  });
  await call.ctx.settings.reload();
  return result;
}
