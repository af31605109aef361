import type { Settings } from '../../core/settings/settings.ts';
import type { Db } from '../../db/pool.ts';
import type { VendorLines } from '../lines/vendor-lines.ts';
import { selectedProviders } from '../provider.ts';
import { createUsageBook, isSpent, readSpent } from '../lines/book-usage.ts';
import { chatCapability } from './capability.ts';
import { createChosenChat } from './choose-chat.ts';
import type { ChatProvider, ChatService } from './port.ts';
import { isRefused, noteRefusal } from '../lines/refused-account.ts';
import type { ChatVendorDeps } from './vendor.ts';

type Deps = Pick<ChatVendorDeps, 'wait'> & {
  /** Talks without a service. */
  script: ChatProvider;
  db: Db;
  settings: Settings;
  lines: VendorLines;
  clock: () => Date;
  log: { warn: (fields: object, message: string) => void };
};

/** The chat service that the settings describe. */
export function createChat({ script, db, settings, lines, clock, log, wait }: Deps): ChatService {
  return createChosenChat({
    script,
    readVendors: () => selectedProviders(chatCapability, { settings, deps: { wait }, lines }),
    readSettings: () => settings.read(chatCapability.settings),
    readSpent: () => readSpent(db, clock()),
    isSpent: () => isSpent({ db, settings, now: clock() }),
    book: createUsageBook({ db, clock }),
    alarm: (refusal) => noteRefusal(db, 'chat', { refusal, now: clock() }),
    isRefused: () => isRefused(db, 'chat', clock()),
    clock,
    log,
  });
}
