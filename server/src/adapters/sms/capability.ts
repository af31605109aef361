import { field } from '@kaike/shared/kit/field';
import { defineCapability } from '../provider.ts';
import { aliyunSms } from './aliyun/provider.ts';
import { httpGatewaySms } from './http-gateway/provider.ts';
import { pluginSms } from './plugin/provider.ts';
import { tencentSms } from './tencent/provider.ts';
import type { SmsVendor, SmsVendorDeps } from './vendor.ts';

export const smsCapability = defineCapability<SmsVendorDeps, SmsVendor>()({
  driver: 'sms_driver',
  fallback: 'sms_fallback',
  providers: [aliyunSms, tencentSms, httpGatewaySms, pluginSms],
  settings: {
    /** Price of a text message in yuan, for estimates; 0 is unknown. */
    sms_price: field.decimal({ decimals: 3, rules: 'between:0,10' }),
  },
});
