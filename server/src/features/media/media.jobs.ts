import type { Job } from '../../core/job.ts';
import { addSmallerVideo } from './smaller/add-smaller-video.ts';
import { cleanMedia } from './clean-media.ts';
import { findOlderVideos } from './smaller/find-older-videos.ts';
import { processMedia } from './process-media.ts';
import { resumeMediaJob } from './resume-media.ts';

export const mediaJobs: readonly Job[] = [processMedia, addSmallerVideo, findOlderVideos, resumeMediaJob, cleanMedia];
