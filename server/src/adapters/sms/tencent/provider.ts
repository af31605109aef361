import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import { selectTemplates, receiptFields, templateFields, type SmsVendor, type SmsVendorDeps } from '../vendor.ts';
import { createTencentSms } from './send-sms.ts';

const officialBase = 'https://sms.tencentcloudapi.com';

export const tencentSms = defineProvider({
  name: 'tencent',
  settings: {
    tencent_secret_id: field.text({ rules: 'required|max:500' }),
    tencent_secret_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    tencent_sms_appid: field.text({ rules: 'required|max:500' }),
    tencent_sms_sign: field.text({ rules: 'required|max:30' }),
    ...templateFields('tencent_sms_template'),
    ...receiptFields,
    tencent_sms_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: SmsVendorDeps): SmsVendor =>
    createTencentSms(
      {
        key: { id: values.tencent_secret_id, secret: values.tencent_secret_key },
        app_id: values.tencent_sms_appid,
        sign: values.tencent_sms_sign,
        templates: selectTemplates('tencent_sms_template', values),
        base: values.tencent_sms_base || officialBase,
      },
      deps,
    ),
});
