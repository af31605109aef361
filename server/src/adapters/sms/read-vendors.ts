import type { Settings } from '../../core/settings/settings.ts';
import type { SettingKey } from '../../core/settings/setting-defaults.ts';
import { createAliyunSms, type SmsVendorDeps } from './aliyun.ts';
import { createTencentSms } from './tencent.ts';
import type { SmsTemplates, SmsVendor } from './vendor.ts';

const aliyunBase = 'https://dysmsapi.aliyuncs.com';
const tencentBase = 'https://sms.tencentcloudapi.com';

type TextKey = { [K in SettingKey]: K extends `${'sms' | 'aliyun' | 'tencent'}_${string}` ? K : never }[SettingKey];

/** The vendors the settings name, in their order, those with a complete account; null for the local outbox. */
export async function readVendors(settings: Settings, deps: SmsVendorDeps): Promise<readonly SmsVendor[] | null> {
  const driver = await settings.get('sms_driver');
  if (driver === 'local') return null;
  const text = async (key: TextKey): Promise<string> => String(await settings.get(key)).trim();
  const templates = async (prefix: 'sms_template' | 'tencent_sms_template'): Promise<SmsTemplates> => ({
    verify: await text(`${prefix}_verify`),
    login: await text(`${prefix}_login`),
    register: await text(`${prefix}_register`),
    reset: await text(`${prefix}_reset`),
    update_mobile: await text(`${prefix}_update_mobile`),
    bind: await text(`${prefix}_bind`),
    notice: await text(`${prefix}_notice`),
  });
  const makers: Record<SmsVendor['name'], () => Promise<SmsVendor | null>> = {
    async aliyun() {
      const [id, secret, sign] = [
        await text('sms_access_key_id'),
        await text('sms_access_key_secret'),
        await text('sms_sign'),
      ];
      if (id === '' || secret === '' || sign === '') return null;
      const base = (await text('sms_aliyun_base')) || aliyunBase;
      return createAliyunSms({ key: { id, secret }, sign, templates: await templates('sms_template'), base }, deps);
    },
    async tencent() {
      const [id, secret, appId, sign] = [
        await text('tencent_secret_id'),
        await text('tencent_secret_key'),
        await text('tencent_sms_appid'),
        await text('tencent_sms_sign'),
      ];
      if (id === '' || secret === '' || appId === '' || sign === '') return null;
      const base = (await text('tencent_sms_base')) || tencentBase;
      return createTencentSms(
        { key: { id, secret }, app_id: appId, sign, templates: await templates('tencent_sms_template'), base },
        deps,
      );
    },
  };
  const vendors = await Promise.all(driver.split('_').map((name) => makers[name as SmsVendor['name']]()));
  return vendors.filter((vendor) => vendor !== null);
}
