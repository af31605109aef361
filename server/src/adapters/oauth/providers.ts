import { loginTypes, type LoginType } from '@kaike/shared/domain/auth/third-party';
import { showsCodes, type Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { parsePrivateKey, parsePublicKey } from '../../core/settings/parse-key.ts';
import type { SettingKey } from '../../core/settings/settings.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { createAlipayLogin } from './alipay.ts';
import { createLocalIdentity } from './local.ts';
import type { Browser, IdentityProvider, IdentityProviders } from './port.ts';
import { createGithub, createGoogle, createQq, createWeibo, type OauthApp } from './table.ts';
import { createWechatLogin, createWechatWebLogin } from './wechat.ts';

type ProviderDeps = { config: Config; db: Db; settings: SettingStore; clock: () => Date } & VendorClientDeps;
type Maker = () => Promise<IdentityProvider | null>;

const wechatApi = 'https://api.weixin.qq.com';
const wechatOpen = 'https://open.weixin.qq.com';

/** Inside WeChat only WeChat can identify the person; scanning a code needs a second screen. */
const browsersOf: Readonly<Partial<Record<LoginType, readonly Browser[]>>> = {
  wechat: ['wechat'],
  weixinweb: ['desktop'],
  local: ['wechat', 'mobile', 'desktop'],
};
const defaultBrowsers: readonly Browser[] = ['mobile', 'desktop'];

function createMakers({ settings, clock, fetch }: ProviderDeps): Omit<Record<LoginType, Maker>, 'local'> {
  const text = async (key: SettingKey): Promise<string> => String(await settings.get(key)).trim();
  const plain =
    (name: 'qq' | 'weibo' | 'github' | 'google', create: (app: OauthApp) => IdentityProvider): Maker =>
    async () => {
      const [clientId, secret, base] = await Promise.all([
        text(`oauth_${name}_id`),
        text(`oauth_${name}_secret`),
        text(`oauth_${name}_base`),
      ]);
      return clientId && secret ? create({ client_id: clientId, secret, base, fetch }) : null;
    };
  const wechat =
    (name: 'wechat' | 'weixinweb', create: typeof createWechatLogin): Maker =>
    async () => {
      const [appId, secret, base] = await Promise.all([
        text(`${name}_appid`),
        text(`${name}_secret`),
        text('wechat_base'),
      ]);
      return appId && secret
        ? create({ app_id: appId, secret, api: base || wechatApi, open: base || wechatOpen, fetch })
        : null;
    };
  return {
    wechat: wechat('wechat', createWechatLogin),
    weixinweb: wechat('weixinweb', createWechatWebLogin),
    qq: plain('qq', createQq),
    weibo: plain('weibo', createWeibo),
    github: plain('github', createGithub),
    google: plain('google', createGoogle),
    async alipay() {
      const [appId, secret, key, gateway, base] = await Promise.all([
        text('oauth_alipay_id'),
        text('oauth_alipay_secret'),
        text('alipay_public_key'),
        text('alipay_gateway'),
        text('oauth_alipay_base'),
      ]);
      const [privateKey, alipayKey] = [parsePrivateKey(secret), parsePublicKey(key)];
      if (!appId || !privateKey || !alipayKey) return null;
      return createAlipayLogin(
        {
          app_id: appId,
          private_key: privateKey,
          alipay_key: alipayKey,
          gateway: gateway || 'https://openapi.alipay.com/gateway.do',
          open: base || 'https://openauth.alipay.com',
          fetch,
        },
        clock,
      );
    },
  };
}

/** The configured services. In development and tests there is also one that accepts any name; it is offered only when there is no other. */
export function createIdentityProviders(deps: ProviderDeps): IdentityProviders {
  const isLocal = showsCodes(deps.config);
  const local = isLocal ? createLocalIdentity(deps) : null;
  const makers: Record<LoginType, Maker> = { ...createMakers(deps), local: async () => local?.provider ?? null };
  return {
    local: local?.pages ?? null,
    find: (type) => makers[type](),
    async offered(browser) {
      const candidates = (Object.keys(loginTypes) as LoginType[]).filter((type) =>
        (browsersOf[type] ?? defaultBrowsers).includes(browser),
      );
      const available = await Promise.all(candidates.map(async (type) => ((await makers[type]()) ? [type] : [])));
      const types = available.flat();
      return types.length > 1 ? types.filter((type) => type !== 'local') : types;
    },
  };
}
