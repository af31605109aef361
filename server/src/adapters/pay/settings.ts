import { field } from '@kaike/shared/kit/field';

const text = () => field.text({ rules: 'max:500' });
const address = () => field.text({ rules: 'url|max:500' });
const privateKey = () => field.password({ rules: 'max:8000', key_kind: 'private' });
const publicKey = () => field.long_text({ rules: 'max:8000', key_kind: 'public' });

export const paySettings = {
  wxpay_mchid: text(),
  wxpay_serial: text(),
  wxpay_private_key: privateKey(),
  wxpay_v3_key: field.password({ rules: 'length:32', key_kind: 'token' }),
  wxpay_public_key_id: text(),
  wxpay_public_key: publicKey(),
  wxpay_platform_certs: field.long_text({ rules: 'max:32000', key_kind: 'certificates' }),
  wxpay_notify_url: address(),
  wxpay_base: address(),
  alipay_appid: text(),
  alipay_private_key: privateKey(),
  alipay_public_key: publicKey(),
  alipay_seller_id: text(),
  alipay_gateway: address(),
  alipay_notify_url: address(),
  alipay_return_url: address(),
};
