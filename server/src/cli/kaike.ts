import module from 'node:module';
import { runProcess } from './run/run-process.ts';

// Entry point, of the build too. What a start compiles is kept for the next one, where Node can: from version 22 on.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();
await runProcess(await import('./run/run-cli.ts'));
