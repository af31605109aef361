import { runCli } from './run-cli.ts';

// Where the program begins, both from source and as the bundle.
process.setSourceMapsEnabled(true);
process.title = 'kaike';
process.stdout.on('error', () => undefined); // a reader such as head may leave before we have said everything
process.exitCode = await runCli(process.argv.slice(2), { out: console.log, err: console.error });
