import { cleanMedia, processMedia, resumeMediaJob } from '../features/media/public.ts';
import { makeCardsJob, moveCardsJob, tendBatchesJob } from './cards.ts';
import { makeDemo } from '../features/demo/public.ts';
import type { Job } from './job.ts';
import { sweep } from './sweep.ts';

/** Every background job; one line each. */
export const jobs: readonly Job[] = [sweep, processMedia, resumeMediaJob, cleanMedia, makeCardsJob, moveCardsJob, tendBatchesJob, makeDemo];
