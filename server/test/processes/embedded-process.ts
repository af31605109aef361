import { startEmbedded } from '../../src/db/embedded.ts';

/** A separate process that starts the embedded database, reports how, and stops when its input ends. */
const [dataFolder = ''] = process.argv.slice(2);
const database = await startEmbedded({ data_dir: dataFolder, database: 'kaike', log: () => undefined });
process.stdout.write(`${JSON.stringify({ owned: database.owned })}\n`);
process.stdin.resume().once('end', () => void database.stop());
