import { field } from '@kaike/shared/kit/field';

const text = () => field.text({ rules: 'max:500' });
const address = () => field.text({ rules: 'url|max:500' });
const secret = () => field.password({ rules: 'max:8000', key_kind: 'token' });

export const oauthSettings = {
  oauth_qq_id: text(),
  oauth_qq_secret: secret(),
  oauth_weibo_id: text(),
  oauth_weibo_secret: secret(),
  oauth_alipay_id: text(),
  oauth_alipay_secret: field.password({ rules: 'max:8000', key_kind: 'private' }),
  oauth_github_id: text(),
  oauth_github_secret: secret(),
  oauth_google_id: text(),
  oauth_google_secret: secret(),
  oauth_redirect_base: address(),
  oauth_qq_base: address(),
  oauth_weibo_base: address(),
  oauth_alipay_base: address(),
  oauth_github_base: address(),
  oauth_google_base: address(),
};
