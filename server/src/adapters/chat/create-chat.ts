import type { SettingStore } from '../../core/settings/settings.ts';
import type { Db } from '../../db/pool.ts';
import type { VendorClients } from '../http-client/vendor-clients.ts';
import { selectedAccounts } from '../provider.ts';
import { createAiService } from '../http-client/ai-service.ts';
import { chatCapability } from './capability.ts';
import { createChosenChat } from './choose-chat.ts';
import type { ChatProvider, ChatService } from './port.ts';
import type { ChatVendorDeps } from './vendor.ts';

type Deps = Pick<ChatVendorDeps, 'wait'> & {
  /** Talks without a service. */
  script: ChatProvider;
  db: Db;
  settings: SettingStore;
  clients: VendorClients;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

/** The chat service that the settings describe. */
export function createChat({ script, db, settings, clients, clock, log, wait }: Deps): ChatService {
  const readVendors = () => selectedAccounts(chatCapability, { settings, deps: { wait }, clients });
  return createChosenChat({
    script,
    service: createAiService('chat', { readVendors, db, clock, log }),
    readSettings: () => settings.read(chatCapability.settings),
    log,
  });
}
