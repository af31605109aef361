import cluster from 'node:cluster';
import { join } from 'node:path';
import type * as source from './run/run-cli.ts';
import { prepareNode } from './run/prepare-node.ts';
import { runProcess } from './run/run-process.ts';
import { runScript } from './run/script-program.ts';

/** By then a server has compiled what a start needs; other commands have ended. */
const keepAfterMs = 3000;

// Entry point of the build, which makes the program from run-cli.ts.
prepareNode();
const program = runScript<typeof source>(join(import.meta.dirname, 'program.cjs'));
await runProcess(program.exports);
const hasWorkers = Object.keys(cluster.workers ?? {}).length > 0; // what they need, their primary has not compiled
if (!program.is_compiled && !hasWorkers) setTimeout(program.keepCompiled, keepAfterMs).unref();
