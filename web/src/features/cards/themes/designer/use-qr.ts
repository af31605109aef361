import { useEffect, useState } from 'react';
import type { QrModules } from '@kaike/shared/domain/cards/faces/card-drawing';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';

/** The QR code of a link, once the library is loaded. */
export function useQr(link: string): QrModules | null {
  const [modules, setModules] = useState<QrModules | null>(null);
  useEffect(() => {
    let isGone = false;
    const make = async (): Promise<void> => {
      const { create } = await loadChunk(() => import('qrcode'));
      const { size, data } = create(link, { errorCorrectionLevel: 'M' }).modules;
      if (!isGone) setModules({ size, data });
    };
    void make().catch(() => undefined); // The card is shown without its code.
    return () => {
      isGone = true;
    };
  }, [link]);
  return modules;
}
