// Runs as a separate process: makes the cards of a batch until killed.
import { once } from 'node:events';
import pino from 'pino';
import { buildContext } from '../../../context.ts';
import type { Config } from '../../../config.ts';
import type { Connection } from '../../../db/pool.ts';
import { makeCards } from './make-cards.ts';

type Message = { config: Config; connection: Connection; batch_id: number };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({
  config: message.config,
  connection: message.connection,
  log: pino({ level: 'silent' }),
});
await makeCards(ctx, message.batch_id);
process.exit(0);
