import { useEffect, useState } from 'react';

/** A text as the address of a picture with its QR code; empty until its library has loaded, null when that fails. */
export function useQrCode(text: string, width: number): string | null {
  const [picture, setPicture] = useState<string | null>('');
  useEffect(() => {
    let isGone = false;
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(text, { margin: 1, width }))
      .then(
        (url) => {
          if (!isGone) setPicture(url);
        },
        () => {
          if (!isGone) setPicture(null);
        },
      );
    return () => {
      isGone = true;
    };
  }, [text, width]);
  return picture;
}
