export { countOlderVideos, resetTries, startOlderVideos } from './smaller/find-older-videos.ts';
export { findBoundVideos, findPlayable } from './hosted/bound-videos.ts';
export { processMedia } from './process-media.ts';
export type { Renditions } from './renditions.ts';
export { signPlayback } from './sign-playback.ts';
