import { useEffect, useState } from 'react';

/** A text as the address of a picture with its QR code; empty until its library has loaded. */
export function useQrCode(text: string, width: number): string {
  const [picture, setPicture] = useState('');
  useEffect(() => {
    let isGone = false;
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(text, { margin: 1, width }))
      .then(
        (url) => {
          if (!isGone) setPicture(url);
        },
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [text, width]);
  return picture;
}
