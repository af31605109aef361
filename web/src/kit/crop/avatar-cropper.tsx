import { Button, Modal } from 'antd';
import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { cropPicture, type CropArea } from './crop-picture.ts';
import css from './crop.module.css';

type Texts = { title: string; hint: string; zoom: string; done: string; cancel: string; not_a_picture: string };
type Props = { url: string; texts: Texts; close: () => void; cropped: (picture: Blob) => Promise<void> };

const mostZoom = 4;

/** A square is chosen from a picture by dragging, the wheel, a slider or the arrow keys. */
export function AvatarCropper({ url, texts, close, cropped }: Props) {
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
    <Modal
      open title={texts.title} onCancel={close} mask={{ closable: false }}
      footer={[<Button key="cancel" onClick={close}>{texts.cancel}</Button>, <Button key="use" type="primary" loading={busy} disabled={!area || isBroken} onClick={() => void use()}>{texts.done}</Button>]}
    >
      {isBroken ? <p role="alert">{texts.not_a_picture}</p> : (
        <>
          <div className={css['stage']}>
            <Cropper
              image={url} crop={crop} zoom={zoom} maxZoom={mostZoom} aspect={1} cropShape="round" showGrid={false} disableAutomaticStylesInjection onCropChange={setCrop} onZoomChange={setZoom}
              onCropComplete={(_percent, pixels) => setArea(pixels)} mediaProps={{ alt: texts.title, onError: () => setIsBroken(true) }}
            />
          </div>
          <p className={css['hint']}>{texts.hint}</p>
          <label className={css['zoom']}>{texts.zoom}<input type="range" min={1} max={mostZoom} step={0.05} value={zoom} onChange={(event) => setZoom(Number(event.target.value))} /></label>
        </>
      )}
    </Modal>
  );
}
