import { useState } from 'react';
import walletWords from 'virtual:locale/card_wallet';
import { Button } from '../../../../ui/button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { parseEntry } from './parse-entry.ts';
import { useCamera, type ScanState } from './use-camera.ts';
import css from '../wallet/wallet.module.css';

type Props = { onCode: (code: string) => void; onClose: () => void };

/** The camera as another way to enter a code. */
export function ScanCode({ onCode, onClose }: Props) {
  const t = walletWords.useT();
  const [round, setRound] = useState(0);
  const { video, state } = useCamera(round, (text): ScanState => {
    const entry = parseEntry(text);
    if (entry.state !== 'complete') return 'other';
    onCode(entry.code);
    return 'done';
  });
  const isOpen = state === 'starting' || state === 'looking' || state === 'not_card';
  return (
    <Sheet open bottom title={t('card_wallet.scan.title')} onClose={onClose} closeLabel={t('card_wallet.scan.close')}>
      <div className={css['camera']} hidden={!isOpen}>
        <video ref={video} playsInline muted aria-hidden="true" />
        <span className={css['frame']} aria-hidden="true" />
      </div>
      <p role="status" className={isOpen ? css['quiet'] : css['trouble']}>
        {t(`card_wallet.scan.${state === 'looking' ? 'hint' : state}`)}
      </p>
      <div className={css['ways']}>
        {isOpen || state === 'unsupported' || state === 'none' ? null : (
          <Button look="primary" onClick={() => setRound(round + 1)}>
            {t('card_wallet.scan.retry')}
          </Button>
        )}
        <Button onClick={onClose}>{t('card_wallet.scan.type')}</Button>
      </div>
    </Sheet>
  );
}
