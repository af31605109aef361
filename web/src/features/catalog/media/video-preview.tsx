import { useEffect, useRef, useState } from 'react';
import * as media from '@kaike/shared/contracts/catalog/media';
import { call } from '../../../api/client.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useT } from '../../../app/wording.ts';
import { Modal } from '../../../kit/widgets.ts';
import { playsNatively } from '../../learning/playback/player/player-port.ts';
import css from './media.module.css';

/** Plays a URL in a video element: natively where the browser does it well, else with hls.js. */
async function play(
  video: HTMLMediaElement,
  source: { mode: 'hls' | 'mp4'; url: string },
  onError: () => void,
): Promise<() => void> {
  if (source.mode === 'mp4' || playsNatively(video)) {
    video.src = source.url;
    return () => video.removeAttribute('src');
  }
  const { default: Hls } = await loadChunk(() => import('hls.js/light'));
  if (!Hls.isSupported()) {
    onError();
    return () => undefined;
  }
  const hls = new Hls();
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (data.fatal) onError();
  });
  hls.loadSource(source.url);
  hls.attachMedia(video);
  return () => hls.destroy();
}

function Player({ id, isSound }: { id: number; isSound: boolean }) {
  const t = useT();
  const video = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    const begin = async (): Promise<void> => {
      const answer = await call(media.getMediaPreview, { params: { id } });
      if (isGone || !video.current) return;
      stop = await play(video.current, answer, () => setFailed(true));
      if (isGone) stop();
    };
    void begin().catch(() => setFailed(true));
    return () => {
      isGone = true;
      stop?.();
    };
  }, [id]);
  if (failed)
    return (
      <p className={css['problem']} role="alert">
        {t('media.preview_failed')}
      </p>
    );
  if (isSound)
    return (
      <audio ref={video} className={css['sound']} controls autoPlay onError={() => setFailed(true)}>
        <track kind="captions" />
      </audio>
    );
  return (
    <video ref={video} className={css['video']} controls autoPlay playsInline onError={() => setFailed(true)}>
      <track kind="captions" />
    </video>
  );
}

/** Previews a ready video or audio file in a dialog, for administrators. */
export function VideoPreview({
  id,
  title,
  isSound = false,
  close,
}: {
  id: number;
  title: string;
  isSound?: boolean;
  close: () => void;
}) {
  return (
    <Modal open title={title} footer={null} onCancel={close} width={isSound ? 520 : 820} destroyOnHidden centered>
      <Player id={id} isSound={isSound} />
    </Modal>
  );
}
