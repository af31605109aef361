import { field } from '@kaike/shared/kit/field';

const text = () => field.text({ rules: 'max:500' });
const secret = () => field.password({ rules: 'max:8000', key_kind: 'token' });

export const wechatSettings = {
  wechat_appid: text(),
  wechat_secret: secret(),
  wechat_token: secret(),
  wechat_aes_key: field.password({ rules: 'length:43', key_kind: 'token' }),
  wechat_js_domains: field.tags(),
  weixinweb_appid: text(),
  weixinweb_secret: secret(),
  /** Template of notices, and its field that takes the title. */
  wechat_notice_template: text(),
  wechat_notice_field: field.text({ rules: ['max:50', 'regex:^[A-Za-z0-9_]+$'] }),
  wechat_verify_files: field.tags(),
  wechat_base: field.text({ rules: 'url|max:500' }),
};
