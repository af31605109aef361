import type { SettingStore } from '../../core/settings/settings.ts';
import type { Db } from '../../db/pool.ts';
import { createAiService } from '../http-client/ai-service.ts';
import type { VendorClients } from '../http-client/vendor-clients.ts';
import { selectedAccounts } from '../provider.ts';
import { translationCapability } from './capability.ts';
import { createChosenTranslation } from './choose-translation.ts';
import type { TranslationService } from './port.ts';
import type { TranslationVendorDeps } from './vendor.ts';

type Deps = Pick<TranslationVendorDeps, 'clock' | 'nonce' | 'callPlugin'> & {
  db: Db;
  settings: SettingStore;
  clients: VendorClients;
  log: { warn: (fields: object, message: string) => void };
};

/** A learner who waits for longer has gone on. */
const timeoutMs = 10_000;

/** The translation service that the settings describe. */
export function createTranslation({ db, settings, clients, log, ...deps }: Deps): TranslationService {
  const readVendors = () =>
    selectedAccounts(translationCapability, { settings, deps: { ...deps, timeout_ms: timeoutMs }, clients });
  const { clock } = deps;
  return createChosenTranslation({
    service: createAiService('translation', { readVendors, db, clock, log }),
    isChosen: async () => (await settings.get('translation_driver')) !== 'local',
  });
}
