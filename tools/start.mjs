import { launch } from './launch.mjs';
import { main } from './steps.mjs';
import { onceParentIsGone } from './watch-parent.mjs';

// `npm start`: from a fresh clone to a listening server, which ends in order with the npm that started it.
onceParentIsGone(() => process.kill(process.pid, 'SIGTERM'));
await main(() => launch(['start', ...process.argv.slice(2)]));
