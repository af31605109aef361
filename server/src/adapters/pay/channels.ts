import type { PayChannel } from '@kaike/shared/domain/order-status';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Secrets } from '../../http/secrets.ts';
import type { PayChannels, PayProvider } from './port.ts';
import { createSandbox } from './sandbox.ts';

type Given = { config: Config; db: Db; secrets: Secrets; clock: () => Date };

/** The ways to pay as the settings have them. Play money is taken on somebody's own machine and in tests, never where people pay. */
export function createPayChannels({ config: { env }, db, secrets, clock }: Given): PayChannels {
  const sandbox = env === 'local' || env === 'testing' ? createSandbox({ db, key: secrets.key('pay-sandbox'), clock }) : null;
  const providers: Partial<Record<PayChannel, PayProvider>> = sandbox ? { sandbox: sandbox.provider } : {};
  return {
    offered: async () => Object.keys(providers) as PayChannel[],
    find: async (channel) => providers[channel] ?? null,
    sandbox: sandbox?.bank ?? null,
  };
}
