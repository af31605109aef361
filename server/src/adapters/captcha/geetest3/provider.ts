import { defineProvider } from '../../provider.ts';
import { geetestFields, type CaptchaVendor, type CaptchaVendorDeps } from '../vendor.ts';
import { createGeetest3 } from './verify.ts';

const officialBase = 'https://api.geetest.com';
const officialStatusBase = 'https://bypass.geetest.com';

export const geetest3 = defineProvider({
  name: 'geetest3',
  settings: geetestFields,
  create: (values, deps: CaptchaVendorDeps): CaptchaVendor =>
    createGeetest3(
      {
        key: { id: values.geetest_id, secret: values.geetest_key },
        base: values.geetest_base || officialBase,
        status_base: values.geetest_base || officialStatusBase,
        opens_when_away: values.geetest_fail_mode === 'open',
      },
      deps,
    ),
});
