import { homeFeature } from './home/home.routes.ts';
import { playbackJobs } from './playback/playback.jobs.ts';
import { playbackFeature } from './playback/playback.routes.ts';
import { learningRecordsBehaviour } from './records/learning-records.resource.ts';
import type { Domain } from '../domain.ts';

export const learningDomain: Domain = {
  features: [playbackFeature, homeFeature],
  behaviours: { 'learning-records': learningRecordsBehaviour },
  jobs: [...playbackJobs],
};
