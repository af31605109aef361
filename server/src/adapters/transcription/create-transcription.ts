import type { SettingStore } from '../../core/settings/settings.ts';
import type { Db } from '../../db/pool.ts';
import { createAiService } from '../http-client/ai-service.ts';
import type { VendorClients } from '../http-client/vendor-clients.ts';
import { selectedAccounts } from '../provider.ts';
import { transcriptionCapability } from './capability.ts';
import { createChosenTranscription } from './choose-transcription.ts';
import type { Transcription } from './port.ts';

type Deps = {
  db: Db;
  settings: SettingStore;
  clients: VendorClients;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

/** The transcription service that the settings describe. The limit of a day is that of all vendors of the AI teacher. */
export function createTranscription({ db, settings, clients, clock, log }: Deps): Transcription {
  const readVendors = () => selectedAccounts(transcriptionCapability, { settings, deps: { clock }, clients });
  return createChosenTranscription({
    service: createAiService('transcription', { readVendors, db, clock, log }),
    readWait: () => settings.get('transcription_wait_sec'),
  });
}
