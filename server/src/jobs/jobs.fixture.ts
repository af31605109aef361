// Run as a process of its own: a node that runs jobs until it is killed.
import { once } from 'node:events';
import pino from 'pino';
import type { Config } from '../config.ts';
import { buildContext } from '../context.ts';
import type { Connection } from '../db/pool.ts';
import { surviveRejections } from '../process/shutdown.ts';
import { startJobs } from './runner.ts';

type Message = { config: Config; connection: Connection };

const [{ config, connection }] = (await once(process, 'message')) as [Message];
const log = pino({ level: 'silent' });
surviveRejections(log);
await startJobs(await buildContext({ config, connection, log }));
process.send?.('ready');
