import { formatDateTime } from '@kaike/shared/kit/format';
import { assert } from '../../../core/app-error.ts';
import { checkIsSchool, loadStored } from './settings.read.ts';
import { isSecret } from '../../../core/settings/setting-fields.ts';
import { toShown } from './stored-value.ts';
import type * as configs from '@kaike/shared/contracts/office/configs';
import type { AdminCallOf } from '../../../core/call.ts';
import { lockConfigs, validateInput, writeChanges } from './save-configs.ts';

/** Restores an earlier value of a setting; secrets too, without revealing them. */
export async function rollBackConfig(call: AdminCallOf<typeof configs.rollBackConfig>): Promise<{ key: string }> {
  const id = call.body.id;
  checkIsSchool(call);
  const result = await call.ctx.db.transaction().execute(async (trx) => {
    await lockConfigs(trx);
    const entry = await trx
      .selectFrom('config_changes')
      .select(['key', 'value', 'created_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    const { catalog } = call.ctx.settings;
    const field = entry && catalog.fields[entry.key];
    assert(field, 'record.not_found');
    const setting = { key: entry.key, field };
    const stored = await loadStored(trx);
    // Rules may have changed since, and other settings with them.
    if (!isSecret(field)) validateInput(catalog, stored, { [entry.key]: toShown(setting, entry.value) });
    const reason = call.t('resources.configs.rolled_back_reason', {
      time: formatDateTime(entry.created_at, { format: 'yyyy-MM-dd hh:mm' }),
    });
    await writeChanges(trx, call, { changes: [{ ...setting, stored: entry.value }], stored, reason });
    return { key: entry.key };
  });
  await call.ctx.settings.reload();
  return result;
}
