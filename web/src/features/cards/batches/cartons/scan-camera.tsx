import { useState } from 'react';
import cartonWords from 'virtual:locale/cartons';
import { parseCartonCode } from '@kaike/shared/domain/cards/carton-code';
import { Button } from '../../../../kit/widgets.ts';
import { useCamera, type ScanState } from '../../cards/public.ts';
import css from './cartons.module.css';

/** A label stays in view for a while; it is reported once. */
const sameMs = 3000;

/** The phone's camera as a scanner: it keeps scanning, carton after carton. */
export function ScanCamera({ onCode, onClose }: { onCode: (code: string) => void; onClose: () => void }) {
  const t = cartonWords.useT();
  const [round, setRound] = useState(0);
  const [last, setLast] = useState({ code: '', at: 0 });
  const { video, state } = useCamera(round, (text): ScanState => {
    const reading = parseCartonCode(text);
    if (!('code' in reading)) return 'other';
    const now = Date.now();
    if (reading.code !== last.code || now - last.at > sameMs) onCode(reading.code);
    setLast({ code: reading.code, at: now });
    return 'more';
  });
  const isOpen = state === 'starting' || state === 'looking' || state === 'not_card';
  return (
    <div className={css['cameraBox']}>
      <div className={css['camera']} hidden={!isOpen}>
        <video ref={video} playsInline muted aria-hidden="true" />
        <span aria-hidden="true" />
      </div>
      <p role="status">{t(`cartons.camera.${state}`)}</p>
      <div className="kk-buttons">
        {isOpen || state === 'unsupported' || state === 'none' ? null : (
          <Button type="primary" onClick={() => setRound(round + 1)}>
            {t('cartons.camera.retry')}
          </Button>
        )}
        <Button onClick={onClose}>{t('cartons.camera.close')}</Button>
      </div>
    </div>
  );
}
