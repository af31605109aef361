import { prepareNode } from './run/prepare-node.ts';
import { traceSources } from './run/trace-sources.ts';

// Entry point, both from source and in the bundle. Everything else loads after Node is prepared, so it is not imported above.
prepareNode();
const { runCli } = await import('./run/run-cli.ts');
traceSources();
process.title = 'kaike';
process.stdout.on('error', () => undefined); // a reader such as head may close the pipe early
process.exitCode = await runCli(process.argv.slice(2), { out: console.log, err: console.error });
