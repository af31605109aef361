import type { AnyJob } from '../core/job.ts';
import { domainJobs } from '../features/index.ts';
import { fillPinyinJob } from './pinyin.ts';
import { sweep } from './sweep.ts';

/** Every background job. */
export const jobs: readonly AnyJob[] = [...domainJobs, fillPinyinJob, sweep];
