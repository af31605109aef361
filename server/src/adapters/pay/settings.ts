import { field } from '@kaike/shared/kit/field';

const text = () => field.text({ rules: 'max:500' });
const address = () => field.text({ rules: 'url|max:500' });
const secret = () => field.password({ rules: 'max:8000' });
const key = (max: number) => field.long_text({ rules: `max:${max}` });

export const paySettings = {
  wxpay_mchid: text(),
  wxpay_serial: text(),
  wxpay_private_key: secret(),
  wxpay_v3_key: secret(),
  wxpay_public_key_id: text(),
  wxpay_public_key: key(8000),
  wxpay_platform_certs: key(32_000),
  wxpay_notify_url: address(),
  wxpay_base: address(),
  alipay_appid: text(),
  alipay_private_key: secret(),
  alipay_public_key: key(8000),
  alipay_seller_id: text(),
  alipay_gateway: address(),
  alipay_notify_url: address(),
  alipay_return_url: address(),
};
