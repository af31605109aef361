import type { AnyJob } from '../../../core/job.ts';
import { addSmallerVideo } from './smaller/add-smaller-video.ts';
import { checkHostedVideo, checkHostedVideos } from './hosted/check-hosted.ts';
import { cleanMedia } from './clean-media.ts';
import { findOlderVideos } from './smaller/find-older-videos.ts';
import { removeHostedVideo } from './hosted/remove-hosted.ts';
import { processMedia } from './process-media.ts';
import { resumeMediaJob } from './resume-media.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    'process-media': { media_id: number };
    'add-smaller-video': { media_id: number };
    'remove-hosted-video': { media_id: number };
    'check-hosted-video': { media_id: number };
  }
}

export const mediaJobs: readonly AnyJob[] = [
  processMedia,
  addSmallerVideo,
  findOlderVideos,
  resumeMediaJob,
  cleanMedia,
  removeHostedVideo,
  checkHostedVideo,
  checkHostedVideos,
];
