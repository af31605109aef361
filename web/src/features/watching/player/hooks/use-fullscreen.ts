import { useCallback, useEffect, useState, type RefObject } from 'react';

type OldVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };
type Fillable = { requestFullscreen?: () => Promise<void>; webkitRequestFullscreen?: () => void };
type OldDocument = Document & { webkitFullscreenElement?: Element | null; webkitExitFullscreen?: () => void };
type Turnable = ScreenOrientation & { lock?: (orientation: string) => Promise<void> };

const current = (): Element | null =>
  document.fullscreenElement ?? (document as OldDocument).webkitFullscreenElement ?? null;

async function enter(stage: Fillable, video: OldVideo): Promise<void> {
  if (stage.requestFullscreen) await stage.requestFullscreen();
  else if (stage.webkitRequestFullscreen) stage.webkitRequestFullscreen();
  // iPhones allow full screen only for the video itself.
  else video.webkitEnterFullscreen?.();
  // Not every device can lock its orientation; this is optional.
  await (screen.orientation as Turnable | undefined)?.lock?.('landscape').catch(() => undefined);
}

async function leave(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else (document as OldDocument).webkitExitFullscreen?.();
}

/** Full screen of the stage, so that marquee and controls stay with the video. */
export function useFullscreen(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): { is_full: boolean; toggle: () => void } {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const update = (): void => setIsFull(current() !== null);
    for (const name of ['fullscreenchange', 'webkitfullscreenchange']) document.addEventListener(name, update);
    return () => {
      for (const name of ['fullscreenchange', 'webkitfullscreenchange']) document.removeEventListener(name, update);
    };
  }, []);
  const toggle = useCallback(() => {
    const work = current()
      ? leave()
      : stage.current && video.current
        ? enter(stage.current, video.current)
        : Promise.resolve();
    void work.catch(() => undefined); // Refused outside a user gesture; the button is still there.
  }, [stage, video]);
  return { is_full: isFull, toggle };
}
