import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as configs from '@kaike/shared/contracts/office/configs';
import type { Field } from '@kaike/shared/kit/field';
import { assert } from '../../../core/app-error.ts';
import { isSecret } from '../../../core/settings/setting-fields.ts';
import { toShown } from './stored-value.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { checkIsSchool } from './settings.read.ts';

const historyRows = 50;

function stateOf(field: Field, value: string | null): 'value' | 'default' | 'secret' | 'empty' {
  if (value === null) return 'default';
  if (value === '') return 'empty';
  return isSecret(field) ? 'secret' : 'value';
}

/** The history of a setting, latest first. */
export async function getConfigHistory(
  call: AdminCallOf<typeof configs.getConfigHistory>,
): Promise<ResponseOf<typeof configs.getConfigHistory>> {
  const key = call.query.key;
  checkIsSchool(call);
  const field = call.ctx.settings.catalog.fields[key];
  assert(field, 'record.not_found');
  const rows = await call.ctx.db
    .selectFrom('config_changes')
    .select(['id', 'value', 'operator', 'created_at'])
    .where('key', '=', key)
    .orderBy('id', 'desc')
    .limit(historyRows)
    .execute();
  return {
    data: rows.map(({ id, value, operator, created_at }) => ({
      id,
      key,
      operator,
      created_at: created_at.toISOString(),
      is_secret: isSecret(field),
      state: stateOf(field, value),
      value: value === null ? null : toShown({ key, field }, value),
    })),
  };
}
