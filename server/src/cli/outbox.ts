import { loadConfig, showsCodes } from '../config.ts';
import { createSecrets } from '../core/secrets.ts';
import { outboxPath } from '../http/console-token.ts';
import { addressOf } from '../logs/announce.ts';
import type { Command } from './run/command.ts';
import { printLine } from './run/print-line.ts';

export const command: Command = {
  options: {},
  notes: 'Only with KAIKE_ENV local or testing, where nothing is sent. Run it with the settings of the server.',
  run() {
    const config = loadConfig(process.env);
    if (!showsCodes(config)) {
      printLine(`With KAIKE_ENV=${config.env} messages are sent: there is no page that shows them.`);
      return Promise.resolve(1);
    }
    const address = config.public_url ?? addressOf(config.host, config.port);
    printLine(`${address}${outboxPath(createSecrets(config.secret))}`);
    return Promise.resolve(0);
  },
};
