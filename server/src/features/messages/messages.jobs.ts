import type { Job } from '../../core/job.ts';
import { deliverMessageJob } from './deliver-message.ts';

export const messageJobs: readonly Job[] = [deliverMessageJob];
