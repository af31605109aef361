import { launch } from './launch.mjs';
import { main } from './steps.mjs';

// `npm start`: from a fresh clone to a listening server.
await main(() => launch(['start', ...process.argv.slice(2)]));
