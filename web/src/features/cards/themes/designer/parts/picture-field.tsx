import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import designWords from 'virtual:locale/card_design';
import { loadChunk } from '../../../../../app/loading/load-chunk.ts';
import { toast } from '../../../../../app/toasts.ts';
import { uploadFile } from '../../../../../kit/fields/files/upload-file.ts';
import { Button } from '../../../../../kit/widgets.ts';
import css from '../../card-design.module.css';

const BackgroundCropper = lazy(async () => ({
  default: (await loadChunk(() => import('../../background-cropper.tsx'))).BackgroundCropper,
}));

type Size = { width: number; height: number };
type Props = {
  label: string;
  value: string | null;
  disabled: boolean;
  onChange: (src: string | null) => void;
  /** The area the image fills, in mm. */
  area: Size;
  /** The card whose ratio a chosen image is cropped to; without it images are used unchanged. */
  cropTo?: Size;
};

const inchMm = 25.4;
const minDpi = 300;

/** An image's size in pixels; null until it has loaded, or when it fails. */
function usePixels(src: string | null): Size | null {
  const [pixels, setPixels] = useState<(Size & { src: string }) | null>(null);
  useEffect(() => {
    if (!src) return;
    const image = new Image();
    image.onload = () => setPixels({ src, width: image.naturalWidth, height: image.naturalHeight });
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src]);
  return pixels && pixels.src === src ? pixels : null;
}

/** Pixels per inch when the image covers the area: the tighter dimension decides, the other is cropped. */
function Fineness({ src, area }: { src: string | null; area: Size }) {
  const t = designWords.useT();
  const pixels = usePixels(src);
  if (!pixels) return null;
  const dpi = Math.round(Math.min(pixels.width / area.width, pixels.height / area.height) * inchMm);
  const isLow = dpi < minDpi;
  return (
    <p className={css[isLow ? 'warning' : 'fine']} role="status">
      {t(isLow ? 'card_design.dpi_low' : 'card_design.dpi_fine', {
        dpi,
        pixels: Math.ceil((area.width / inchMm) * minDpi),
      })}
    </p>
  );
}

function useUpload(onChange: Props['onChange']) {
  const t = designWords.useT();
  const [busy, setBusy] = useState(false);
  const upload = async (picture: Blob): Promise<void> => {
    setBusy(true);
    try {
      onChange(await (picture instanceof File ? uploadFile(picture) : uploadFile(picture, 'card.jpg')));
    } catch (error) {
      toast('error', error instanceof Error && error.message ? error.message : t('card_design.upload_failed'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, upload };
}

/** The chosen file as an object URL; revoked when no longer needed. */
function useChosenFile() {
  const [picked, setPicked] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => (picked ? () => URL.revokeObjectURL(picked.url) : undefined), [picked]);
  return {
    chosen: picked,
    choose: (file: File | null) => setPicked(file ? { file, url: URL.createObjectURL(file) } : null),
  };
}

/** An image field that checks whether the resolution is high enough for print on its area. */
export function PictureField({ label, value, area, cropTo, disabled, onChange }: Props) {
  const t = designWords.useT();
  const input = useRef<HTMLInputElement>(null);
  const { busy, upload } = useUpload(onChange);
  const { chosen, choose } = useChosenFile();
  const use = async (picture: Blob | null): Promise<void> => {
    if (chosen) await upload(picture ?? chosen.file);
    choose(null);
  };
  return (
    <div className="kk-field">
      <span className="kk-label">{label}</span>
      {value ? <img className={css['picture']} src={value} alt={label} /> : null}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        disabled={disabled}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void (cropTo ? choose(file) : upload(file));
        }}
      />
      <div className="kk-buttons">
        <Button size="small" loading={busy} disabled={disabled} onClick={() => input.current?.click()}>
          {t(value ? 'card_design.replace_picture' : 'card_design.upload')}
        </Button>
        {value ? (
          <Button size="small" type="text" disabled={disabled} onClick={() => onChange(null)}>
            {t('card_design.remove')}
          </Button>
        ) : null}
      </div>
      <Fineness src={value} area={area} />
      {chosen && cropTo ? (
        <Suspense fallback={null}>
          <BackgroundCropper key={chosen.url} url={chosen.url} card={cropTo} close={() => choose(null)} use={use} />
        </Suspense>
      ) : null}
    </div>
  );
}
