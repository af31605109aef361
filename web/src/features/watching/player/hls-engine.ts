import type HlsEngine from 'hls.js';
import type { ErrorData } from 'hls.js';

export type HlsClass = typeof HlsEngine;
/** `auto` follows the network; the others are the best and the smallest there is. */
export type Quality = 'auto' | 'high' | 'low';
export type Engine = { setQuality: (quality: Quality) => void; destroy: () => void };

type EngineOptions = {
  video: HTMLVideoElement;
  url: string;
  at: number;
  quality: Quality;
  onFail: () => void;
  /** How many qualities there are, once that is known. */ onQualities: (count: number) => void;
};

/** Enough to play on through a tunnel or a lift, and still only a part of a lesson at a time. */
const aheadSec = 60;
const behindSec = 60;
const tryAgainMs = 3000;
/** Until the network has been measured, it is taken for a good one: a lesson begins sharp. Bits a second. */
const firstGuess = 5_000_000;

/** Nobody answered: the address may be as good as ever. */
const isUnanswered = ({ response }: ErrorData): boolean => !response?.code;

/**
 * Plays a playlist by an engine that needs no support of the browser beyond its buffers. While nobody answers, what is
 * buffered plays on and the rest is asked for again and again; an address that is refused, and a playlist that never came, fail.
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
  /** Levels go from the smallest to the best. */
  const levelOf = (choice: Quality): number => (choice === 'auto' ? -1 : choice === 'low' ? 0 : hls.levels.length - 1);
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    hls.loadLevel = levelOf(quality);
    onQualities(hls.levels.length);
  });
  window.addEventListener('online', loadAgain);
  hls.loadSource(url);
  hls.attachMedia(video);
  return {
    // What plays goes on; what comes after it is loaded anew.
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
