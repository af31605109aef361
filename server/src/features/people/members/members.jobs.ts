import type { AnyJob } from '../../../core/job.ts';
import { welcomeMemberJob } from './joining/send-welcome.ts';

export const memberJobs: readonly AnyJob[] = [welcomeMemberJob];
