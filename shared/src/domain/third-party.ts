import { choicesOf, type ValueIn } from './status.ts';

/** Services whose identities people log in with. */
export const providers = {
  wechat_official: 'wechat_official',
  wechat_open: 'wechat_open',
  wechat_mini: 'wechat_mini',
  qq: 'qq',
  weibo: 'weibo',
  alipay: 'alipay',
  github: 'github',
  google: 'google',
  local: 'local',
} as const;
export type Provider = ValueIn<typeof providers>;
export const providerChoices = choicesOf(providers);

/** Ways to sign in through another service, as addresses name them, and whose identity each brings. */
export const loginTypes = {
  wechat: 'wechat_official',
  weixinweb: 'wechat_open',
  qq: 'qq',
  weibo: 'weibo',
  alipay: 'alipay',
  github: 'github',
  google: 'google',
  local: 'local',
} as const satisfies Record<string, Provider>;
export type LoginType = keyof typeof loginTypes;

export const isLoginType = (text: string): text is LoginType => Object.hasOwn(loginTypes, text);
