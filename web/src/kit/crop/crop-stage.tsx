import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import css from './crop.module.css';
import type { Crop } from './use-crop.ts';

export type CropTexts = { title: string; hint: string; zoom: string; not_a_picture: string; failed: string };

const maxZoom = 4;

/** Selects the part by dragging, pinching, the wheel, a slider or the arrow keys. Without back-office widgets: members use it, too. */
export function CropStage({ url, crop, texts }: { url: string; crop: Crop; texts: CropTexts }) {
  if (crop.is_broken) return <p role="alert">{texts.not_a_picture}</p>;
  return (
    <>
      <div className={css['stage']}>
        <Cropper
          image={url}
          crop={crop.place}
          zoom={crop.zoom}
          maxZoom={maxZoom}
          aspect={crop.shape.aspect}
          cropShape={crop.shape.is_round ? 'round' : 'rect'}
          showGrid={!crop.shape.is_round}
          disableAutomaticStylesInjection
          onCropChange={crop.move}
          onZoomChange={crop.setZoom}
          onCropComplete={(_percent, pixels) => crop.choose(pixels)}
          mediaProps={{ alt: texts.title, onError: crop.refuse }}
        />
      </div>
      <label className={css['zoom']}>
        {texts.zoom}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => crop.setZoom(Number(event.target.value))}
        />
      </label>
      <p className={css['hint']}>{texts.hint}</p>
      {crop.failure === null ? null : (
        <p role="alert">
          {texts.failed}
          <br />
          {crop.failure}
        </p>
      )}
    </>
  );
}
