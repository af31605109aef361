import type HlsEngine from 'hls.js';
import type { ErrorData } from 'hls.js';

export type HlsClass = typeof HlsEngine;
/** `auto` follows the network; the others are the highest and the lowest available. */
export type Quality = 'auto' | 'high' | 'low';
export type Engine = { setQuality: (quality: Quality) => void; destroy: () => void };

type EngineOptions = {
  video: HTMLVideoElement;
  url: string;
  at: number;
  quality: Quality;
  onFail: () => void;
  /** Called with the number of qualities once it is known. */ onQualities: (count: number) => void;
};

/** Seconds: enough to play on through a tunnel or a lift, but only part of a lesson at a time. */
const aheadSec = 60;
const behindSec = 60;
const tryAgainMs = 3000;
/** Bits per second assumed until the network is measured: high, so that a lesson starts sharp. */
const firstGuess = 5_000_000;

/** No response: the URL may still be valid. */
const isUnanswered = ({ response }: ErrorData): boolean => !response?.code;

/**
 * Plays a playlist with hls.js, which only needs the browser's media buffers. Without a response the buffered part plays
 * on and the rest is retried; a refused URL, and a playlist that never loaded, fail.
 */
export function startHlsEngine(Hls: HlsClass, { video, url, at, quality, onFail, onQualities }: EngineOptions): Engine {
  const hls = new Hls({
    startPosition: at,
    maxBufferLength: aheadSec,
    maxMaxBufferLength: aheadSec,
    backBufferLength: behindSec,
    abrEwmaDefaultEstimate: firstGuess,
  });
  let isMended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const loadAgain = (): void => {
    clearTimeout(timer);
    if (video.readyState > 0) hls.startLoad();
  };
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (!data.fatal) return;
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !isMended) {
      isMended = true;
      hls.recoverMediaError();
    } else if (data.type === Hls.ErrorTypes.NETWORK_ERROR && isUnanswered(data) && video.readyState > 0) {
      clearTimeout(timer);
      timer = setTimeout(loadAgain, tryAgainMs);
    } else onFail();
  });
  /** Levels are sorted from lowest to highest. */
  const levelOf = (choice: Quality): number => (choice === 'auto' ? -1 : choice === 'low' ? 0 : hls.levels.length - 1);
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    hls.loadLevel = levelOf(quality);
    onQualities(hls.levels.length);
  });
  window.addEventListener('online', loadAgain);
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    // The current segment plays on; what follows is reloaded.
    setQuality(nextQuality) {
      if (hls.levels.length > 0) hls.nextLevel = levelOf(nextQuality);
    },
    destroy() {
      clearTimeout(timer);
      window.removeEventListener('online', loadAgain);
      hls.destroy();
    },
  };
}
