import { useEffect, useRef, useState } from 'react';
import { cameraProblem, makeReader, openCamera, type CameraProblem } from './scan-qr.ts';

type CameraState = 'starting' | 'looking' | 'not_card' | CameraProblem;

/** What is to become of a text in the picture: `done` ends the search, `other` is not what is looked for, `more` goes on. */
export type Seen = 'done' | 'other' | 'more';

/** Between two looks at the picture, in milliseconds. */
const pauseMs = 180;

/** Looks at the camera and hands on every text in the picture; the camera goes off when it leaves the page. */
export function useCamera(round: number, onText: (text: string) => Seen) {
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
    const look = async (read: Awaited<ReturnType<typeof makeReader>>): Promise<void> => {
      if (isOver || !video.current) return;
      const text = await read(video.current).catch(() => null); // A picture that is not there yet.
      if (isOver) return;
      const seen = text === null ? null : latestOnText.current(text);
      if (seen === 'done') return;
      if (seen) setState(seen === 'other' ? 'not_card' : 'looking');
      timer = window.setTimeout(() => void look(read), pauseMs);
    };
    const start = async (): Promise<void> => {
      setState('starting');
      stream = await openCamera();
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      setState('looking');
      await look(await makeReader());
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
