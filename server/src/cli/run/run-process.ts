import type * as program from './run-cli.ts';
import { traceSources } from './trace-sources.ts';

/** Runs the command that this process was started with. */
export async function runProcess({ runCli }: typeof program): Promise<void> {
  traceSources();
  process.title = 'kaike';
  process.stdout.on('error', () => undefined); // a reader such as head may close the pipe early
  process.exitCode = await runCli(process.argv.slice(2), { out: console.log, err: console.error });
}
