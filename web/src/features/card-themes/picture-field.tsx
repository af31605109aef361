import { useEffect, useRef, useState } from 'react';
import { toast } from '../../app/toasts.ts';
import { uploadFile } from '../../kit/fields/upload-file.ts';
import { Button } from '../../kit/widgets.ts';
import css from './card-design.module.css';
import { designWords } from './design-words.ts';

const inchMm = 25.4;
const leastDpi = 300;

/** Pixels across of a picture; null until it has come, or when it does not. */
function usePixels(src: string | null): number | null {
  const [pixels, setPixels] = useState<{ src: string; width: number } | null>(null);
  useEffect(() => {
    if (!src) return;
    const image = new Image();
    image.onload = () => setPixels({ src, width: image.naturalWidth });
    image.src = src;
    return () => { image.onload = null; };
  }, [src]);
  return pixels && pixels.src === src ? pixels.width : null;
}

/** A picture and whether it is fine enough for print at the width it will have, in mm. */
export function PictureField({ label, value, width, disabled, onChange }: { label: string; value: string | null; width: number; disabled: boolean; onChange: (src: string | null) => void }) {
  const t = designWords.useT();
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const pixels = usePixels(value);
  const dpi = pixels === null ? null : Math.round(pixels / (width / inchMm));
  const upload = async (chosen: File): Promise<void> => {
    setBusy(true);
    try {
      onChange(await uploadFile(chosen));
    } catch (error) {
      toast('error', error instanceof Error && error.message ? error.message : t('card_design.upload_failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="kk-field">
      <span className="kk-label">{label}</span>
      {value ? <img className={css['picture']} src={value} alt={label} /> : null}
      <input
        ref={file} type="file" hidden accept="image/png,image/jpeg,image/webp" aria-label={label} disabled={disabled}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void upload(chosen);
        }}
      />
      <div className="kk-buttons">
        <Button size="small" loading={busy} disabled={disabled} onClick={() => file.current?.click()}>{t(value ? 'card_design.replace_picture' : 'card_design.upload')}</Button>
        {value ? <Button size="small" type="text" disabled={disabled} onClick={() => onChange(null)}>{t('card_design.remove')}</Button> : null}
      </div>
      {dpi !== null ? <p className={css[dpi < leastDpi ? 'warning' : 'fine']} role="status">{t(dpi < leastDpi ? 'card_design.dpi_low' : 'card_design.dpi_fine', { dpi, pixels: Math.ceil(width / inchMm * leastDpi) })}</p> : null}
    </div>
  );
}
