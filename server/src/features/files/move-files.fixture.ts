// Run as a separate process by move-files.test.ts: moves all files to S3 until it is killed.
import { once } from 'node:events';
import pino from 'pino';
import type { Config } from '../../config.ts';
import { buildContext } from '../../context.ts';
import type { Connection } from '../../db/pool.ts';

type Message = { config: Config; connection: Connection };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({ ...message, log: pino({ level: 'silent' }) });
await ctx.adapters.storage.moves.moveAll('s3', { moved: () => undefined, failed: () => undefined });
