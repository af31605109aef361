import { Skeleton } from './parts.tsx';
import css from './qr-code.module.css';
import { useQrCode } from './use-qr-code.ts';

const size = 220;

/** The QR code as an image, so that a long press in WeChat reads it. `failed` is what to do when it cannot be drawn. */
export function QrCode(props: { text: string; label: string; note: string; failed: string }) {
  const { text, label, note, failed } = props;
  const picture = useQrCode(text, size * 2);
  return (
    <figure className={css['qr']}>
      {picture ? (
        <img src={picture} alt={label} width={size} height={size} />
      ) : (
        <div className={css['qrPlace']}>
          {picture === null ? <p role="alert">{failed}</p> : <Skeleton height={size} />}
        </div>
      )}
      <figcaption>
        <strong>{label}</strong>
        <span role="status">{note}</span>
      </figcaption>
    </figure>
  );
}
