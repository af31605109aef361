import type { Job } from '../../core/job.ts';
import { drawPrint } from './draw-print.ts';
import { emptyPrints } from './send-file.ts';

const drawPrintJob: Job = {
  name: 'draw-card-print',
  run: (ctx, payload) => drawPrint(ctx, Number(payload['id'])),
};

/** Prints hold secrets: they are deleted within an hour of their expiry. */
const emptyPrintsJob: Job = { name: 'empty-card-prints', cron: '23 * * * *', run: emptyPrints };

export const cardPrintJobs: readonly Job[] = [drawPrintJob, emptyPrintsJob];
