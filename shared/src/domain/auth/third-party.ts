import { choicesOf, type ValueIn } from '../status.ts';

/** Services whose identities people can log in with. */
export const providers = {
  wechat_official: 'wechat_official',
  wechat_open: 'wechat_open',
  qq: 'qq',
  weibo: 'weibo',
  alipay: 'alipay',
  github: 'github',
  google: 'google',
  local: 'local',
} as const;
export type IdentityProviderName = ValueIn<typeof providers>;
export const providerChoices = choicesOf(providers);

/** Why somebody is sent to another service. */
export const loginPurposes = ['login', 'bind', 'open_id'] as const;
export type LoginPurpose = (typeof loginPurposes)[number];

/** Third-party sign-in types as named in URLs, and the provider of each. */
export const loginTypes = {
  wechat: 'wechat_official',
  weixinweb: 'wechat_open',
  qq: 'qq',
  weibo: 'weibo',
  alipay: 'alipay',
  github: 'github',
  google: 'google',
  local: 'local',
} as const satisfies Record<string, IdentityProviderName>;
export type LoginType = keyof typeof loginTypes;

export const isLoginType = (text: string): text is LoginType => Object.hasOwn(loginTypes, text);
