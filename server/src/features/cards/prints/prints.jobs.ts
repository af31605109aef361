import type { AnyJob, Job } from '../../../core/job.ts';
import { drawPrint } from './draw-print.ts';
import { emptyPrints } from './send-file.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'draw-card-print': { id: number };
  }
}

const drawPrintJob: Job<'draw-card-print'> = {
  name: 'draw-card-print',
  run: (ctx, { id }) => drawPrint(ctx, id),
};

/** Prints hold secrets: they are deleted within an hour of their expiry. */
const emptyPrintsJob: Job = { name: 'empty-card-prints', cron: '23 * * * *', is_long: true, run: emptyPrints };

export const printsJobs: readonly AnyJob[] = [drawPrintJob, emptyPrintsJob];
