import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as configs from '@kaike/shared/contracts/office/configs';
import { maskEmail, maskMobile } from '@kaike/shared/domain/people/mask';
import type { Field } from '@kaike/shared/kit/field';
import type { AdminCall } from '../../../core/call.ts';
import { publicSettings, localSettings } from '../../../core/settings/school-settings.ts';
import { isSecret, defaultOf } from '../../../core/settings/setting-fields.ts';
import { pluginSettings } from '../../../adapters/plugin-adapters.ts';
import { listAdapterPlugins } from '../../system/plugins/public.ts';
import { groupTests } from './group-tests.ts';
import { toShown } from './stored-value.ts';
import { loadVendorUsage } from './vendor-usage.read.ts';
import { checkIsSchool, loadStored } from './settings.read.ts';

/** A setting that names a plugin offers those that are on and can be chosen, and the one that is chosen. */
async function withPlugins(
  { ctx, locale }: AdminCall,
  key: string,
  { field, value }: { field: Field; value: unknown },
): Promise<Field> {
  const service = pluginSettings[key];
  if (!service) return field;
  const plugins = await listAdapterPlugins(ctx, service, locale);
  const isGone = typeof value === 'string' && value !== '' && !plugins.some(({ id }) => id === value);
  const offered = isGone ? [...plugins, { id: value, name: value }] : plugins;
  // Its name stands in the place of the wording, whose keys have dots.
  const choices = offered.map(({ id, name }) => ({ value: id, key: name.replaceAll('.', ' ') }));
  return { ...field, kind: 'choice', choices };
}

/** Every setting with its current value; for secrets only whether they are set. */
export async function getConfigs(call: AdminCall): Promise<ResponseOf<typeof configs.getConfigs>> {
  checkIsSchool(call);
  const { ctx, actor } = call;
  const stored = await loadStored(ctx.db);
  const me = await ctx.db
    .selectFrom('users')
    .select(['email', 'mobile_phone'])
    .where('id', '=', actor.user_id)
    .executeTakeFirst();
  const { catalog } = ctx.settings;
  const present = async ([key, field]: [string, Field]) => {
    const row = stored.get(key);
    const value = toShown({ key, field }, row?.value ?? null);
    return {
      key,
      group: catalog.groupOf(key),
      field: await withPlugins(call, key, { field, value }),
      value,
      default_value: isSecret(field) ? null : defaultOf(field),
      is_set: isSecret(field) ? (row?.value ?? '') !== '' : row !== undefined,
      version: row?.version ?? 0,
      is_public: publicSettings.includes(key),
      is_local: localSettings.includes(key),
      updated_at: row && row.version > 1 ? row.updated_at.toISOString() : null,
      updated_by_name: row?.updated_by_name ?? '',
    };
  };
  const settings = await Promise.all(Object.entries(catalog.fields).map(present));
  const tests = await Promise.all(
    Object.entries(groupTests).map(async ([group, { isReady }]) => [group, await isReady(ctx)] as const),
  );
  const failing = await Promise.all(
    Object.entries(groupTests).map(async ([test, { readFailure }]) => {
      const params = (await readFailure?.(ctx)) ?? null;
      return params ? [{ test, params }] : [];
    }),
  );
  return {
    settings,
    tests: Object.fromEntries(tests),
    failing: failing.flat(),
    usage: await loadVendorUsage(ctx),
    env: ctx.config.env,
    my_mail: me?.email ? maskEmail(me.email) : '',
    my_mobile: me?.mobile_phone ? maskMobile(me.mobile_phone) : '',
  };
}
