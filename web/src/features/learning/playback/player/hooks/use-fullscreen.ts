import { useCallback, useEffect, useState, type RefObject } from 'react';

type Fillable = { requestFullscreen?: () => Promise<void>; webkitRequestFullscreen?: () => void };
type OldDocument = Document & { webkitFullscreenElement?: Element | null; webkitExitFullscreen?: () => void };
type Turnable = ScreenOrientation & { lock?: (orientation: string) => Promise<void> };

const current = (): Element | null =>
  document.fullscreenElement ?? (document as OldDocument).webkitFullscreenElement ?? null;

async function enter(stage: Fillable): Promise<void> {
  if (stage.requestFullscreen) await stage.requestFullscreen();
  else stage.webkitRequestFullscreen?.();
  // Not every device can lock its orientation; this is optional.
  await (screen.orientation as Turnable | undefined)?.lock?.('landscape').catch(() => undefined);
}

async function leave(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else (document as OldDocument).webkitExitFullscreen?.();
}

/** iPhones allow full screen only for the video itself, under their own player: without marquee and controls. */
const canEnter = (stage: Fillable): boolean => Boolean(stage.requestFullscreen ?? stage.webkitRequestFullscreen);

/** Whether the stage fills the window instead of the screen; Escape ends it, as it ends full screen. */
function useFilled(stage: RefObject<HTMLElement | null>): [boolean, (isFilled: boolean) => void] {
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (!isFilled || !element) return undefined;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') setFilled(false);
    };
    element.dataset['filled'] = '';
    document.addEventListener('keydown', onKey);
    return () => {
      delete element.dataset['filled'];
      document.removeEventListener('keydown', onKey);
    };
  }, [isFilled, stage]);
  return [isFilled, setFilled];
}

/** Full screen of the stage, so that marquee and controls stay with the video; of the window where the screen takes only the video. */
export function useFullscreen(stage: RefObject<HTMLElement | null>): { is_full: boolean; toggle: () => void } {
  const [isFull, setIsFull] = useState(false);
  const [isFilled, setFilled] = useFilled(stage);
  useEffect(() => {
    const update = (): void => setIsFull(current() !== null);
    for (const name of ['fullscreenchange', 'webkitfullscreenchange']) document.addEventListener(name, update);
    return () => {
      for (const name of ['fullscreenchange', 'webkitfullscreenchange']) document.removeEventListener(name, update);
    };
  }, []);
  const toggle = useCallback(() => {
    if (!stage.current) return;
    if (!canEnter(stage.current)) return setFilled(!isFilled);
    // Refused outside a user gesture; the button is still there.
    void (current() ? leave() : enter(stage.current)).catch(() => undefined);
  }, [stage, isFilled, setFilled]);
  return { is_full: isFull || isFilled, toggle };
}
