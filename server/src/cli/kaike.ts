import { prepareNode } from './run/prepare-node.ts';
import { runProcess } from './run/run-process.ts';

// Entry point from source. Everything else loads after Node is prepared, so it is not imported above.
prepareNode();
await runProcess(await import('./run/run-cli.ts'));
