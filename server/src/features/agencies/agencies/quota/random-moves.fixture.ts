// Runs as a separate process: moves quota at random until done or killed.
import { once } from 'node:events';
import { createDb, createPool, type Connection } from '../../../../db/pool.ts';
import { makeRandomMoves, type RandomPlan } from './random-moves.ts';

type Message = { connection: Connection; plan: RandomPlan };

const [{ connection, plan }] = (await once(process, 'message')) as [Message];
const pool = createPool(connection, { max: plan.workers });
await makeRandomMoves(createDb(pool), plan);
await pool.end();
process.exit(0);
