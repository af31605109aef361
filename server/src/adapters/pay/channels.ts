import { payChannels, type PayChannel } from '@kaike/shared/domain/commerce/order-status';
import { showsCodes, type Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { createAlipay } from './alipay.ts';
import type { ChannelSetup, ChannelTest, PayChannels, PayClient, PayProvider, VendorChannel } from './port.ts';
import { loadAlipaySetup, loadWechatSetup } from './load-setup.ts';
import { createSandbox } from './sandbox.ts';
import { testAlipay, testWechatPay } from './test-account.ts';
import { createWechatPay } from './wechat.ts';

type PayDeps = {
  config: Config;
  db: Db;
  secrets: Secrets;
  settings: SettingStore;
  clock: () => Date;
} & VendorClientDeps;
type ProviderSetup = { provider: PayProvider | null; missing: readonly string[] };

/** WeChat blocks Alipay's pages. */
const blocked: Readonly<Partial<Record<PayChannel, readonly PayClient[]>>> = { alipay: ['wechat'] };

/** The configured payment channels. The sandbox exists in development and tests only, never in production. */
export function createPayChannels({ config, db, secrets, settings, clock, fetch }: PayDeps): PayChannels {
  const isSandboxed = showsCodes(config);
  const sandbox = isSandboxed ? createSandbox({ db, key: secrets.key('pay-sandbox'), clock }) : null;
  const source = { settings, public_url: config.public_url, fetch };
  const readProvider: Record<PayChannel, () => Promise<ProviderSetup>> = {
    async wechat() {
      const { config: merchant, missing } = await loadWechatSetup(source);
      return { provider: merchant ? createWechatPay(merchant, clock) : null, missing };
    },
    async alipay() {
      const { config: app, missing } = await loadAlipaySetup(source);
      return { provider: app ? createAlipay(app, clock) : null, missing };
    },
    sandbox: async () => ({ provider: sandbox?.provider ?? null, missing: [] }),
  };
  const test: Record<VendorChannel, () => Promise<ChannelTest>> = {
    async wechat() {
      const { config: merchant } = await loadWechatSetup(source);
      if (!merchant) throw new AdapterError('config_invalid');
      return testWechatPay(merchant, clock);
    },
    async alipay() {
      const { config: app } = await loadAlipaySetup(source);
      if (!app) throw new AdapterError('config_invalid');
      return testAlipay(app, clock);
    },
  };
  const setups = async (): Promise<ChannelSetup[]> => {
    const channels = payChannels.filter((channel) => channel !== 'sandbox' || sandbox);
    return Promise.all(
      channels.map(async (channel) => {
        const { provider, missing } = await readProvider[channel]();
        return { channel, is_ready: provider !== null, missing: [...missing] };
      }),
    );
  };
  let known: { saved: ReadonlyMap<string, unknown>; is_ready: boolean } | null = null;
  return {
    setups,
    // Every page asks, and reading the keys of an account costs more than the page.
    async isReady() {
      const saved = await settings.all();
      if (known?.saved !== saved) known = { saved, is_ready: (await setups()).some((one) => one.is_ready) };
      return known.is_ready;
    },
    test: (channel) => test[channel](),
    offered: async (client) =>
      (await setups())
        .filter(({ channel, is_ready }) => is_ready && !blocked[channel]?.includes(client))
        .map(({ channel }) => channel),
    find: async (channel) => (await readProvider[channel]()).provider,
    sandbox: sandbox?.bank ?? null,
  };
}
