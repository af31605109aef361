import type { SettingStore } from '../../core/settings/settings.ts';
import type { Db } from '../../db/pool.ts';
import { createAiService } from '../http-client/ai-service.ts';
import type { VendorClients } from '../http-client/vendor-clients.ts';
import { selectedAccounts } from '../provider.ts';
import { speechCapability } from './capability.ts';
import { createChosenSpeech } from './choose-speech.ts';
import type { SpeechService } from './port.ts';
import type { SpeechVendorDeps } from './vendor.ts';

type Deps = Pick<SpeechVendorDeps, 'clock' | 'nonce' | 'wait'> & {
  db: Db;
  settings: SettingStore;
  clients: VendorClients;
  log: { warn: (fields: object, message: string) => void };
  timeout_ms?: number;
};

/** A learner who waits for longer has read the line. */
const usualTimeoutMs = 20_000;

/** The speech service that the settings describe. */
export function createSpeech({
  db,
  settings,
  clients,
  log,
  timeout_ms = usualTimeoutMs,
  ...deps
}: Deps): SpeechService {
  const { clock } = deps;
  const readVendors = () => selectedAccounts(speechCapability, { settings, deps: { ...deps, timeout_ms }, clients });
  return createChosenSpeech(createAiService('speech', { readVendors, db, clock, log }));
}
