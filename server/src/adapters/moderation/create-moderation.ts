import type { SettingStore } from '../../core/settings/settings.ts';
import type { Db } from '../../db/pool.ts';
import { createAiService } from '../http-client/ai-service.ts';
import type { VendorClients } from '../http-client/vendor-clients.ts';
import { selectedAccounts } from '../provider.ts';
import { moderationCapability } from './capability.ts';
import { createChosenModeration } from './choose-moderation.ts';
import type { ModerationService } from './port.ts';
import type { ModerationVendorDeps } from './vendor.ts';

type Deps = Pick<ModerationVendorDeps, 'clock' | 'nonce' | 'wait' | 'callPlugin'> & {
  db: Db;
  settings: SettingStore;
  clients: VendorClients;
  log: { warn: (fields: object, message: string) => void };
  timeout_ms?: number;
  minor_wait_ms?: number;
};

/** A learner waits for it before the teacher begins to answer. */
const usualTimeoutMs = 2000;
const usualMinorWaitMs = 300;

/** The moderation service that the settings describe. */
export function createModeration({
  db,
  settings,
  clients,
  log,
  timeout_ms = usualTimeoutMs,
  minor_wait_ms = usualMinorWaitMs,
  ...deps
}: Deps): ModerationService {
  const { clock } = deps;
  const readVendors = () =>
    selectedAccounts(moderationCapability, { settings, deps: { ...deps, timeout_ms }, clients });
  return {
    ...createChosenModeration(createAiService('moderation', { readVendors, db, clock, log }), log),
    minor_wait_ms,
  };
}
