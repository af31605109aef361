import { payChannels, type PayChannel } from '@kaike/shared/domain/order-status';
import { showsCodes, type Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { Settings } from '../../core/settings.ts';
import { createAlipay } from './alipay.ts';
import type { ChannelSetup, PayChannels, PayClient, PayProvider } from './port.ts';
import { readAlipaySetup, readWechatSetup } from './read-setup.ts';
import { createSandbox } from './sandbox.ts';
import { createWechatPay } from './wechat.ts';

type Given = { config: Config; db: Db; secrets: Secrets; settings: Settings; clock: () => Date };
type Made = { provider: PayProvider | null; missing: readonly string[] };

/** The messenger opens no page of Alipay's. */
const blocked: Readonly<Partial<Record<PayChannel, readonly PayClient[]>>> = { alipay: ['wechat'] };

/** The ways to pay as the settings have them. Play money is taken on somebody's own machine and in tests, never where people pay. */
export function createPayChannels({ config, db, secrets, settings, clock }: Given): PayChannels {
  const isPlay = showsCodes(config);
  const sandbox = isPlay ? createSandbox({ db, key: secrets.key('pay-sandbox'), clock }) : null;
  const place = { settings, public_url: config.public_url };
  const makers: Record<PayChannel, () => Promise<Made>> = {
    async wechat() {
      const { config: found, missing } = await readWechatSetup(place);
      return { provider: found ? createWechatPay(found, clock) : null, missing };
    },
    async alipay() {
      const { config: found, missing } = await readAlipaySetup(place);
      return { provider: found ? createAlipay(found, clock) : null, missing };
    },
    sandbox: async () => ({ provider: sandbox?.provider ?? null, missing: [] }),
  };
  const setups = async (): Promise<ChannelSetup[]> => {
    const known = payChannels.filter((channel) => channel !== 'sandbox' || sandbox);
    return Promise.all(
      known.map(async (channel) => {
        const { provider, missing } = await makers[channel]();
        return { channel, is_ready: provider !== null, missing: [...missing] };
      }),
    );
  };
  return {
    setups,
    offered: async (client) =>
      (await setups())
        .filter(({ channel, is_ready: isReady }) => isReady && !blocked[channel]?.includes(client))
        .map(({ channel }) => channel),
    find: async (channel) => (await makers[channel]()).provider,
    sandbox: sandbox?.bank ?? null,
  };
}
