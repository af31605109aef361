import type { Engine, Quality } from './hls-engine.ts';

/** `renditions`: of a stream in several qualities the address of each, the best first. A plain file has one quality. */
export type Source = { mode: 'hls' | 'mp4'; url: string; renditions?: readonly string[] };

/** One thing loaded into the element: how it plays, and where it begins. */
export type Loaded = {
  source: Source;
  at: number;
  engine: Engine | null;
  has_metadata: boolean;
  /** What the element itself was given to play; null while an engine feeds it. */
  address: string | null;
  /** Another quality of what played a moment ago. */
  is_switched: boolean;
  /** On its way back to the place where that was. */
  is_returning: boolean;
};

/** Seconds by which a browser may miss a place. */
const near = 1;

/** Nothing has been done yet to play a source from a place. */
export const newlyLoaded = (source: Source, at: number): Loaded => ({
  source,
  at,
  engine: null,
  has_metadata: false,
  address: null,
  is_switched: false,
  is_returning: false,
});

/** Whether a browser that plays playlists by itself can be told which quality to play. */
export const hasChoice = ({ mode, renditions = [] }: Source): boolean => mode === 'hls' && renditions.length > 1;

/** What such a browser is given for a quality: one of them alone, or all of them to choose from by the network. */
function addressOf(source: Source, quality: Quality): string {
  const { url, renditions = [] } = source;
  if (quality === 'auto' || !hasChoice(source)) return url;
  return (quality === 'high' ? renditions[0] : renditions.at(-1)) ?? url;
}

/** Lets the element itself play a source. */
export function openNatively(video: HTMLVideoElement, loaded: Loaded, quality: Quality): void {
  loaded.address = addressOf(loaded.source, quality);
  video.src = loaded.address;
  video.load();
}

/** What the element is to play instead when another quality is wanted, from the same second; null where nothing changes. */
export function switchedTo(video: HTMLVideoElement, before: Loaded, quality: Quality): Loaded | null {
  const { source, address, has_metadata: isPlaced, at } = before;
  if (address === null || address === addressOf(source, quality)) return null;
  return { ...newlyLoaded(source, isPlaced ? video.currentTime : at), is_switched: true };
}

/** Plays it at the same speed, if something played; who counts hears of nothing. */
export function goOnNatively(video: HTMLVideoElement, next: Loaded, quality: Quality): void {
  const isPlaying = !video.paused;
  video.defaultPlaybackRate = video.playbackRate;
  openNatively(video, next, quality);
  // A new address stops the element, which needs no touch to go on.
  if (isPlaying) void video.play().catch(() => undefined);
}

/** Goes to the place once the element knows the length; before, it stands at 0. */
export function goToPlace(video: HTMLVideoElement, loaded: Loaded): void {
  if (loaded.has_metadata) return;
  loaded.has_metadata = true;
  if (loaded.at <= 0 || Math.abs(video.currentTime - loaded.at) <= near) return;
  loaded.is_returning = loaded.is_switched;
  video.currentTime = loaded.at;
}

/** Whether a seek only leads back to where another quality stopped: nobody jumped. */
export const isReturn = (video: HTMLVideoElement, loaded: Loaded): boolean =>
  loaded.is_returning && Math.abs(video.currentTime - loaded.at) <= near;
