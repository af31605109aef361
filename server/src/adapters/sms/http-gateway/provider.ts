import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { SmsVendor, SmsVendorDeps } from '../vendor.ts';
import { createHttpGateway } from './send-sms.ts';

/** A gateway of the school's own, or of any vendor in between; its protocol is in docs/http-gateway.md. */
export const httpGatewaySms = defineProvider({
  name: 'http_gateway',
  settings: {
    sms_gateway_url: field.text({ rules: 'required|url|max:500' }),
    sms_gateway_secret: field.password({ rules: 'required|min:16|max:200' }),
    sms_gateway_number: field.choice(
      [
        { value: 'national', key: 'national' },
        { value: 'e164', key: 'e164' },
      ],
      { rules: 'required', initial: 'national' },
    ),
  },
  create: (values, deps: SmsVendorDeps): SmsVendor =>
    createHttpGateway(
      { url: values.sms_gateway_url, secret: values.sms_gateway_secret, number: values.sms_gateway_number },
      deps,
    ),
});
