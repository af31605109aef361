import { drawPrint, emptyPrints } from '../features/card-prints/public.ts';
import type { Job } from './job.ts';

export const drawPrintJob: Job = {
  name: 'draw-card-print',
  run: (ctx, payload) => drawPrint(ctx, Number(payload['id'])),
};

/** Prints hold secrets: they are deleted within an hour of their expiry. */
export const emptyPrintsJob: Job = { name: 'empty-card-prints', cron: '23 * * * *', run: emptyPrints };
