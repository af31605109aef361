import type { AnswerOf } from '@kaike/shared/kit/contract';
import type { getConfigHistory, getConfigs } from '@kaike/shared/contracts/configs';
import { maskEmail, maskMobile } from '@kaike/shared/domain/mask';
import { configFields, isSecretConfig, publicConfigs } from '@kaike/shared/resources/configs';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import { defaultOf, groupOf, isKnown, toShown } from './stored-value.ts';

export type StoredConfig = {
  key: string;
  value: string;
  version: number;
  updated_at: Date;
  updated_by_name: string | null;
};

const historyRows = 50;
const openToAll: readonly string[] = publicConfigs;

/** Settings belong to the school: denied to agencies. */
export function checkIsSchool({ actor }: AdminCall): void {
  assert(!actor.admin.agency, 'access.denied');
}

/** Saved settings by key. */
export async function readStored(db: Db): Promise<Map<string, StoredConfig>> {
  const rows = await db
    .selectFrom('configs as c')
    .leftJoin('users as u', 'u.id', 'c.updated_by')
    .select(['c.key', 'c.value', 'c.version', 'c.updated_at', 'u.name as updated_by_name'])
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Every setting with its current value; for secrets only whether they are set. */
export async function readConfigs(call: AdminCall): Promise<AnswerOf<typeof getConfigs>> {
  checkIsSchool(call);
  const { ctx, actor } = call;
  const stored = await readStored(ctx.db);
  const me = await ctx.db
    .selectFrom('users')
    .select(['email', 'mobile_phone'])
    .where('id', '=', actor.user_id)
    .executeTakeFirst();
  const settings = Object.keys(configFields).map((key) => {
    const row = stored.get(key);
    return {
      key,
      group: groupOf(key),
      value: toShown(key, row?.value ?? null),
      default_value: isSecretConfig(key) ? null : defaultOf(key),
      is_set: isSecretConfig(key) ? (row?.value ?? '') !== '' : row !== undefined,
      version: row?.version ?? 0,
      is_public: openToAll.includes(key),
      updated_at: row && row.version > 1 ? row.updated_at.toISOString() : null,
      updated_by_name: row?.updated_by_name ?? '',
    };
  });
  const sends = { sms: await ctx.adapters.sms.can_deliver('verify'), mail: await ctx.adapters.mail.can_deliver() };
  return {
    settings,
    sends,
    env: ctx.config.env,
    my_mail: me?.email ? maskEmail(me.email) : '',
    my_mobile: me?.mobile_phone ? maskMobile(me.mobile_phone) : '',
  };
}

function stateOf(key: string, value: string | null): 'value' | 'default' | 'secret' | 'empty' {
  if (value === null) return 'default';
  if (value === '') return 'empty';
  return isSecretConfig(key) ? 'secret' : 'value';
}

/** The history of a setting, latest first. */
export async function readConfigHistory(call: AdminCall, key: string): Promise<AnswerOf<typeof getConfigHistory>> {
  checkIsSchool(call);
  assert(isKnown(key), 'record.not_found');
  const rows = await call.ctx.db
    .selectFrom('config_changes')
    .select(['id', 'value', 'operator', 'created_at'])
    .where('key', '=', key)
    .orderBy('id', 'desc')
    .limit(historyRows)
    .execute();
  return {
    data: rows.map(({ id, value, operator, created_at: createdAt }) => ({
      id,
      key,
      operator,
      created_at: createdAt.toISOString(),
      is_secret: isSecretConfig(key),
      state: stateOf(key, value),
      value: value === null ? null : toShown(key, value),
    })),
  };
}
