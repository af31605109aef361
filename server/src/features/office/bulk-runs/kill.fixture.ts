// Run as a separate process: executes a bulk run until it is killed.
import { once } from 'node:events';
import pino from 'pino';
import type { Config } from '../../../config.ts';
import { buildContext } from '../../../context.ts';
import type { Connection } from '../../../db/pool.ts';
import { workRun } from './work-run.ts';

type Message = { config: Config; connection: Connection; id: number };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({
  config: message.config,
  connection: message.connection,
  log: pino({ level: 'silent' }),
});
await workRun(ctx, message.id);
process.exit(0);
