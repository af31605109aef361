// Run as a separate process by move-files.test.ts: moves all files to S3 until it is killed.
import { once } from 'node:events';
import pino from 'pino';
import type { Config } from '../../../config.ts';
import { buildContext } from '../../../context.ts';
import type { Connection } from '../../../db/pool.ts';

type Message = { config: Config; connection: Connection };

const [message] = (await once(process, 'message')) as [Message];
const ctx = await buildContext({ ...message, log: pino({ level: 'silent' }) });
for await (const { error } of ctx.adapters.storage.moves.moveAll('s3')) if (error !== null) throw error;
