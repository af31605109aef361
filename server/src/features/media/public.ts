export { cleanMedia } from './clean-media.ts';
export { processMedia } from './process-media.ts';
export { resumeMediaJob } from './resume-media.ts';
export type { Renditions } from './renditions.ts';
export { publicUrl } from './serve-files.ts';
export { signPlayback, type Playback } from './sign-playback.ts';
