import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import cartonWords from 'virtual:locale/cartons';
import { formatCartonCode, parseCartonCode } from '@kaike/shared/domain/cards/carton-code';
import { formatNumber } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { toast } from '../../../app/toasts.ts';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Alert, Button } from '../../../kit/widgets.ts';
import css from './cartons/cartons.module.css';
import type { Scan } from './cartons/scan-list.ts';
import { ScanRow } from './cartons/scan-row.tsx';
import { signal, type Signal } from './cartons/scan-signal.ts';
import { useScans } from './cartons/use-scans.ts';

const ScanCamera = lazy(async () => ({
  default: (await loadChunk(() => import('./cartons/scan-camera.tsx'))).ScanCamera,
}));

const signals: Partial<Record<Scan['state'], Signal>> = { received: 'good', again: 'known', refused: 'bad' };

/** Input of a hand scanner goes into the field, wherever the focus is. */
function useScannerFocus() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if (!isTyping && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== ' ')
        input.current?.focus();
    };
    document.addEventListener('keydown', take);
    return () => document.removeEventListener('keydown', take);
  }, []);
  return input;
}

function Latest({ scan, typo }: { scan: Scan | null; typo: string | null }) {
  const t = cartonWords.useT();
  if (typo !== null)
    return (
      <div className={css['latest']} data-look="bad">
        <b>{t('cartons.scan.typo')}</b>
        <span>{typo}</span>
      </div>
    );
  if (!scan)
    return (
      <div className={css['latest']}>
        <b>{t('cartons.scan.ready')}</b>
        <span>{t('cartons.scan.ready_text')}</span>
      </div>
    );
  const { receipt } = scan;
  const look = { received: 'good', again: 'known', refused: 'bad', waiting: 'wait', undone: 'wait' }[scan.state];
  return (
    <div className={css['latest']} data-look={look}>
      <b>{t(`cartons.scan.state.${scan.state}`)}</b>
      <span>
        {scan.message ??
          (receipt
            ? t('cartons.scan.about', {
                batch: receipt.batch.name,
                no: receipt.carton.carton_no,
                count: formatNumber(receipt.carton.card_count),
              })
            : formatCartonCode(scan.code))}
      </span>
      {receipt && scan.state !== 'undone' ? (
        <span>{t('cartons.scan.progress', { received: receipt.received_count, total: receipt.total_count })}</span>
      ) : null}
    </div>
  );
}

/** Scans cartons in, by a hand scanner or the phone's camera, also on a bad connection. */
export function ScanCartonsPage() {
  const t = cartonWords.useT();
  const input = useScannerFocus();
  const [latest, setLatest] = useState<string | null>(null);
  const [typo, setTypo] = useState<string | null>(null);
  const [isLoud, setLoud] = useState(true);
  const [isFilming, setFilming] = useState(false);
  const { scans, isStuck, add, undo, clear } = useScans((scan) => signal(signals[scan.state] ?? 'bad', isLoud));
  const take = (text: string): void => {
    const reading = parseCartonCode(text);
    if ('reason' in reading && reading.reason === 'empty') return;
    setTypo('code' in reading ? null : text.trim().slice(0, 40));
    if (!('code' in reading)) return signal('bad', isLoud);
    setLatest(reading.code);
    if (add(reading.code)) signal('known', isLoud);
  };
  const submitTyped = (): void => {
    take(input.current?.value ?? '');
    if (input.current) input.current.value = '';
  };
  const undoScan = (scan: Scan): void =>
    void undo(scan).catch((error: unknown) => {
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    });
  const waiting = scans.filter((scan) => scan.state === 'waiting').length;
  return (
    <>
      <PageTitle
        title={t('cartons.scan.title')}
        extra={<Link to="/admin/card-cartons">{t('cartons.scan.all')}</Link>}
      />
      <section className={`kk-panel kk-padded ${css['scanner'] ?? ''}`}>
        {isStuck && waiting > 0 ? (
          <Alert type="warning" showIcon title={t('cartons.scan.offline', { count: waiting })} />
        ) : null}
        <div role="status" aria-live="assertive">
          <Latest scan={scans.find((scan) => scan.code === latest) ?? null} typo={typo} />
        </div>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submitTyped();
          }}
        >
          <label htmlFor="carton-code">{t('cartons.scan.label')}</label>
          <input
            ref={input}
            id="carton-code"
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={200}
            enterKeyHint="done"
            placeholder="KC-XXXXX-XXXXX"
            onKeyDown={(event) => {
              if (event.key === 'Tab' && !event.shiftKey && event.currentTarget.value !== '') {
                event.preventDefault();
                submitTyped();
              }
            }}
          />
        </form>
        <div className="kk-buttons">
          <Button onClick={() => setFilming(!isFilming)} aria-pressed={isFilming}>
            {t(isFilming ? 'cartons.scan.camera_off' : 'cartons.scan.camera')}
          </Button>
          <Button onClick={() => setLoud(!isLoud)} aria-pressed={isLoud}>
            {t(isLoud ? 'cartons.scan.sound_on' : 'cartons.scan.sound_off')}
          </Button>
        </div>
        {isFilming ? (
          <Suspense fallback={null}>
            <ScanCamera onCode={take} onClose={() => setFilming(false)} />
          </Suspense>
        ) : null}
      </section>
      <section className="kk-panel kk-padded">
        <div className={css['head']}>
          <h2>{t('cartons.scan.list', { count: scans.length })}</h2>
          {scans.length > waiting ? (
            <Button size="small" onClick={clear}>
              {t('cartons.scan.clear')}
            </Button>
          ) : null}
        </div>
        {scans.length === 0 ? (
          <p className="kk-muted">{t('cartons.scan.none')}</p>
        ) : (
          <ul className={css['scans']}>
            {scans.map((scan) => (
              <ScanRow key={scan.key} scan={scan} undo={() => undoScan(scan)} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
