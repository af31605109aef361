import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import { selectTemplates, receiptFields, templateFields, type SmsVendor, type SmsVendorDeps } from '../vendor.ts';
import { createAliyunSms } from './send-sms.ts';

const officialBase = 'https://dysmsapi.aliyuncs.com';

export const aliyunSms = defineProvider({
  name: 'aliyun',
  settings: {
    sms_access_key_id: field.text({ rules: 'required|max:500' }),
    sms_access_key_secret: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    sms_sign: field.text({ rules: 'required|max:30' }),
    ...templateFields('sms_template'),
    ...receiptFields,
    sms_aliyun_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: SmsVendorDeps): SmsVendor =>
    createAliyunSms(
      {
        key: { id: values.sms_access_key_id, secret: values.sms_access_key_secret },
        sign: values.sms_sign,
        templates: selectTemplates('sms_template', values),
        base: values.sms_aliyun_base || officialBase,
      },
      deps,
    ),
});
