import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/parts.tsx';
import { readEntry } from './read-entry.ts';
import { cameraProblem, makeReader, openCamera, type CameraProblem } from './scan-qr.ts';
import css from './wallet.module.css';
import { walletWords } from './wallet-words.ts';

type Props = { onCode: (code: string) => void; onClose: () => void };
type State = 'starting' | 'looking' | 'not_card' | CameraProblem;

/** Between two looks at the picture, in milliseconds. */
const pauseMs = 180;

/** Looks at the camera until a card is in the picture; the camera goes off when it leaves the page. */
function useCamera(round: number, onCode: (code: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onCode);
  const [state, setState] = useState<State>('starting');
  useEffect(() => { found.current = onCode; });
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    let timer = 0;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    const look = async (read: Awaited<ReturnType<typeof makeReader>>): Promise<void> => {
      if (isOver || !video.current) return;
      const text = await read(video.current).catch(() => null); // A picture that is not there yet.
      const entry = text === null ? null : readEntry(text);
      if (isOver) return;
      if (entry?.state === 'complete') return found.current(entry.code);
      if (entry) setState('not_card');
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
    void start().catch((error: unknown) => { if (!isOver) setState(cameraProblem(error)); });
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      stop();
    };
  }, [round]);
  return { video, state };
}

/** The camera as another way to enter a code. */
export function ScanCode({ onCode, onClose }: Props) {
  const t = walletWords.useT();
  const [round, setRound] = useState(0);
  const { video, state } = useCamera(round, onCode);
  const isOpen = state === 'starting' || state === 'looking' || state === 'not_card';
  return (
    <Sheet open bottom title={t('card_wallet.scan.title')} onClose={onClose} close_label={t('card_wallet.scan.close')}>
      <div className={css['camera']} hidden={!isOpen}>
        <video ref={video} playsInline muted aria-hidden="true" />
        <span className={css['frame']} aria-hidden="true" />
      </div>
      <p role="status" className={isOpen ? css['quiet'] : css['trouble']}>{t(`card_wallet.scan.${state === 'looking' ? 'hint' : state}`)}</p>
      <div className={css['ways']}>
        {isOpen || state === 'unsupported' || state === 'none' ? null : <Button look="primary" onClick={() => setRound(round + 1)}>{t('card_wallet.scan.retry')}</Button>}
        <Button onClick={onClose}>{t('card_wallet.scan.type')}</Button>
      </div>
    </Sheet>
  );
}
