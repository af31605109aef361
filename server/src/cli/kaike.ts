import { setFlagsFromString } from 'node:v8';
import { runCli } from './run-cli.ts';

// Where the program begins, both from source and as the bundle.
process.setSourceMapsEnabled(true);
// A young generation of one MiB: grown to its 48 it is memory kept for good, and requests were not found to cost more without.
setFlagsFromString('--semi-space-growth-factor=1');
process.title = 'kaike';
process.stdout.on('error', () => undefined); // a reader such as head may leave before we have said everything
process.exitCode = await runCli(process.argv.slice(2), { out: console.log, err: console.error });
