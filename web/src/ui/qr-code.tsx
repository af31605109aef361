import { useEffect, useState } from 'react';
import { Skeleton } from './parts.tsx';
import css from './qr-code.module.css';

const size = 220;

/** The QR code as an image, so that a long press in WeChat reads it. */
export function QrCode({ text, label, note }: { text: string; label: string; note: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(text, { width: size * 2, margin: 1 }))
      .then((qrCode) => {
        if (!isGone) setPicture(qrCode);
      });
    return () => {
      isGone = true;
    };
  }, [text]);
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
