import { defineCapability } from '../provider.ts';
import { geetest3 } from './geetest3/provider.ts';
import { geetest4 } from './geetest4/provider.ts';
import type { CaptchaVendor, CaptchaVendorDeps } from './vendor.ts';

export const captchaCapability = defineCapability<CaptchaVendorDeps, CaptchaVendor>()({
  driver: 'captcha_driver',
  providers: [geetest4, geetest3],
  settings: {},
});
