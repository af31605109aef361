import { Skeleton } from './parts.tsx';
import css from './qr-code.module.css';
import { useQrCode } from './use-qr-code.ts';

const size = 220;

/** The QR code as an image, so that a long press in WeChat reads it. */
export function QrCode({ text, label, note }: { text: string; label: string; note: string }) {
  const picture = useQrCode(text, size * 2);
  return (
    <figure className={css['qr']}>
      {picture ? (
        <img src={picture} alt={label} width={size} height={size} />
      ) : (
        <div className={css['qrPlace']}>
          <Skeleton height={size} />
        </div>
      )}
      <figcaption>
        <strong>{label}</strong>
        <span role="status">{note}</span>
      </figcaption>
    </figure>
  );
}
