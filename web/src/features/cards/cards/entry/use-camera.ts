import { useEffect, useRef, useState } from 'react';
import { cameraProblem, makeReader, openCamera, type CameraProblem } from './scan-qr.ts';

type CameraState = 'starting' | 'looking' | 'not_card' | CameraProblem;

/** What to do after a scanned text: `done` stops, `other` is not a matching code, `more` continues. */
export type ScanState = 'done' | 'other' | 'more';

/** Between two scans, in milliseconds. */
const pauseMs = 180;

/** Scans the camera and passes on every text; the camera is switched off when the component unmounts. */
export function useCamera(round: number, onText: (text: string) => ScanState) {
  const video = useRef<HTMLVideoElement>(null);
  const latestOnText = useRef(onText);
  const [state, setState] = useState<CameraState>('starting');
  useEffect(() => {
    latestOnText.current = onText;
  });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    let timer = 0;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    const scan = async (read: Awaited<ReturnType<typeof makeReader>>): Promise<void> => {
      if (isOver || !video.current) return;
      const text = await read(video.current).catch(() => null); // No frame yet.
      if (isOver) return;
      const outcome = text === null ? null : latestOnText.current(text);
      if (outcome === 'done') return;
      if (outcome) setState(outcome === 'other' ? 'not_card' : 'looking');
      timer = window.setTimeout(() => void scan(read), pauseMs);
    };
    const start = async (): Promise<void> => {
      setState('starting');
      stream = await openCamera();
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setState('looking');
      await scan(await makeReader());
    };
    void start().catch((error: unknown) => {
      if (!isOver) setState(cameraProblem(error));
    });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [round]);
  return { video, state };
}
