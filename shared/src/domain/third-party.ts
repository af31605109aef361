import { choicesOf, type ValueIn } from './status.ts';

/** Services whose identities people log in with. */
export const providers = {
  wechat_official: 'wechat_official', wechat_open: 'wechat_open', wechat_mini: 'wechat_mini', qq: 'qq', weibo: 'weibo', alipay: 'alipay', github: 'github',
} as const;
export type Provider = ValueIn<typeof providers>;
export const providerChoices = choicesOf(providers);
