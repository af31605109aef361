export { addSmallerVideo } from './add-smaller-video.ts';
export { cleanMedia } from './clean-media.ts';
export { countOlderVideos, findOlderVideos, resetTries, startOlderVideos } from './find-older-videos.ts';
export { processMedia } from './process-media.ts';
export { resumeMediaJob } from './resume-media.ts';
export type { Renditions } from './renditions.ts';
export { publicUrl } from './serve-files.ts';
export { signPlayback } from './sign-playback.ts';
