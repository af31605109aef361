import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { cropPicture, type CropArea } from '../../kit/crop/crop-picture.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/parts.tsx';
import { accountWords } from './account-words.ts';
import css from './account.module.css';

const mostZoom = 4;

/** A square is chosen from a picture by dragging, pinching, a slider or the arrow keys. */
export function AvatarCropper({ url, close, cropped }: { url: string; close: () => void; cropped: (picture: Blob) => Promise<void> }) {
  const t = accountWords.useT();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [busy, setBusy] = useState(false);
  const use = async (): Promise<void> => {
    if (!area) return;
    setBusy(true);
    try {
      await cropped(await cropPicture(url, area));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet open title={t('account.avatar.title')} onClose={close} close_label={t('account.avatar.cancel')}>
      {isBroken ? <p role="alert">{t('account.avatar.not_a_picture')}</p> : (
        <>
          <div className={css['stage']}>
            <Cropper
              image={url} crop={crop} zoom={zoom} maxZoom={mostZoom} aspect={1} cropShape="round" showGrid={false} disableAutomaticStylesInjection onCropChange={setCrop} onZoomChange={setZoom}
              onCropComplete={(_percent, pixels) => setArea(pixels)} mediaProps={{ alt: t('account.avatar.title'), onError: () => setIsBroken(true) }}
            />
          </div>
          <label className={css['zoom']}>{t('account.avatar.zoom')}<input type="range" min={1} max={mostZoom} step={0.05} value={zoom} onChange={(event) => setZoom(Number(event.target.value))} /></label>
          <p className={css['muted']}>{t('account.avatar.hint')}</p>
        </>
      )}
      <Button look="primary" block busy={busy} disabled={!area || isBroken || busy} onClick={() => void use()}>{t('account.avatar.done')}</Button>
    </Sheet>
  );
}
