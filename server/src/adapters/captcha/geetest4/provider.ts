import { defineProvider } from '../../provider.ts';
import { geetestFields, type CaptchaVendor, type CaptchaVendorDeps } from '../vendor.ts';
import { createGeetest4 } from './verify.ts';

const officialBase = 'https://gcaptcha4.geetest.com';

export const geetest4 = defineProvider({
  name: 'geetest4',
  settings: geetestFields,
  create: (values, deps: CaptchaVendorDeps): CaptchaVendor =>
    createGeetest4(
      {
        key: { id: values.geetest_id, secret: values.geetest_key },
        base: values.geetest_base || officialBase,
        opens_when_away: values.geetest_fail_mode === 'open',
      },
      deps,
    ),
});
