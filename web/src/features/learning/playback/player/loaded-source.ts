import type { Engine, Quality } from './hls-engine.ts';

/** `renditions`: for a stream in several qualities the URL of each, highest first. A plain file has one quality. */
export type Source = { mode: 'hls' | 'mp4'; url: string; renditions?: readonly string[] };

/** A source loaded into the element: how it plays, and where it starts. */
export type LoadedSource = {
  source: Source;
  at: number;
  engine: Engine | null;
  has_metadata: boolean;
  /** The URL the element itself plays; null while an engine feeds it. */
  address: string | null;
  /** Another quality of the source that was playing. */
  is_switched: boolean;
  /** Seeking back to the position where that one stopped. */
  is_returning: boolean;
};

/** Seconds by which a browser may miss a position. */
const near = 1;

/** The initial state of a source to be played from a position. */
export const newlyLoaded = (source: Source, at: number): LoadedSource => ({
  source,
  at,
  engine: null,
  has_metadata: false,
  address: null,
  is_switched: false,
  is_returning: false,
});

/** Whether a browser with native playlists can be made to play a given quality. */
export const hasChoice = ({ mode, renditions = [] }: Source): boolean => mode === 'hls' && renditions.length > 1;

/** The URL for such a browser: that of one quality, or of all of them, chosen by the network. */
function addressOf(source: Source, quality: Quality): string {
  const { url, renditions = [] } = source;
  if (quality === 'auto' || !hasChoice(source)) return url;
  return (quality === 'high' ? renditions[0] : renditions.at(-1)) ?? url;
}

/** Plays a source natively in the element. */
export function openNatively(video: HTMLVideoElement, loaded: LoadedSource, quality: Quality): void {
  loaded.address = addressOf(loaded.source, quality);
  video.src = loaded.address;
  video.load();
}

/** The source to play instead when the quality changes, from the same second; null when nothing changes. */
export function switchedTo(video: HTMLVideoElement, before: LoadedSource, quality: Quality): LoadedSource | null {
  const { source, address, has_metadata: isPlaced, at } = before;
  if (address === null || address === addressOf(source, quality)) return null;
  return { ...newlyLoaded(source, isPlaced ? video.currentTime : at), is_switched: true };
}

/** Plays it at the same speed, if it was playing; listeners that count playback are not notified. */
export function resumeNatively(video: HTMLVideoElement, next: LoadedSource, quality: Quality): void {
  const isPlaying = !video.paused;
  video.defaultPlaybackRate = video.playbackRate;
  openNatively(video, next, quality);
  // A new URL stops the element; resuming needs no user gesture.
  if (isPlaying) void video.play().catch(() => undefined);
}

/** Seeks to the position once the duration is known; until then the element is at 0. */
export function seekToStart(video: HTMLVideoElement, loaded: LoadedSource): void {
  if (loaded.has_metadata) return;
  loaded.has_metadata = true;
  if (loaded.at <= 0 || Math.abs(video.currentTime - loaded.at) <= near) return;
  loaded.is_returning = loaded.is_switched;
  video.currentTime = loaded.at;
}

/** Whether a seek only returns to where another quality stopped: not a jump. */
export const isReturn = (video: HTMLVideoElement, loaded: LoadedSource): boolean =>
  loaded.is_returning && Math.abs(video.currentTime - loaded.at) <= near;
