import { drawPrint, emptyPrints } from '../features/card-prints/public.ts';
import type { Job } from './job.ts';

export const drawPrintJob: Job = {
  name: 'draw-card-print',
  run: (ctx, payload) => drawPrint(ctx, Number(payload['id'])),
};

/** Prints hold secrets: they go within the hour they run out. */
export const emptyPrintsJob: Job = { name: 'empty-card-prints', cron: '23 * * * *', run: emptyPrints };
