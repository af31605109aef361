import type { Job } from '../../jobs/job.ts';
import { deliverMessageJob } from './deliver-message.ts';

export const messageJobs: readonly Job[] = [deliverMessageJob];
