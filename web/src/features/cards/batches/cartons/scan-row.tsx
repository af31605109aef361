import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import cartonWords from 'virtual:locale/cartons';
import { formatCartonCode } from '@kaike/shared/domain/cards/carton-code';
import { formatDateTime, formatNumber } from '@kaike/shared/kit/format';
import { StatusTag } from '../../../../kit/fields/cells.tsx';
import { Button } from '../../../../kit/widgets.ts';
import type { Scan } from './scan-list.ts';

const tones = { waiting: 'warning', received: 'success', again: 'info', refused: 'danger', undone: 'muted' } as const;

/** Whether a time is still in the future; updates when it passes. */
function useIsFuture(until: string | null | undefined): boolean {
  const [now, setNow] = useState(() => Date.now());
  const msLeft = until ? new Date(until).getTime() - now : 0;
  useEffect(() => {
    if (msLeft <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), msLeft);
    return () => clearTimeout(timer);
  }, [msLeft]);
  return msLeft > 0;
}

/** One scanned carton with its result and actions. */
export function ScanRow({ scan, undo }: { scan: Scan; undo: () => void }) {
  const t = cartonWords.useT();
  const { receipt } = scan;
  const mayUndo = useIsFuture(receipt?.undo_until) && scan.state === 'received';
  return (
    <li>
      <div>
        <b className="kk-number">{formatCartonCode(scan.code)}</b>{' '}
        <StatusTag tone={tones[scan.state]}>{t(`cartons.scan.state.${scan.state}`)}</StatusTag>
        <span className="kk-muted">
          {scan.message ??
            (receipt
              ? `${receipt.batch.name} · ${t('cartons.scan.range', { no: receipt.carton.carton_no, first: receipt.carton.first_no, last: receipt.carton.last_no, count: formatNumber(receipt.carton.card_count) })}`
              : t('cartons.scan.will_send'))}
        </span>
        {scan.state === 'again' && receipt?.carton.received_at ? (
          <span className="kk-muted">
            {t('cartons.scan.by', {
              name: receipt.received_by,
              time: formatDateTime(receipt.carton.received_at).slice(0, 16),
            })}
          </span>
        ) : null}
      </div>
      <time dateTime={scan.at}>{formatDateTime(scan.at).slice(11, 19)}</time>
      <span className="kk-buttons">
        {mayUndo ? (
          <Button size="small" onClick={undo}>
            {t('cartons.scan.undo')}
          </Button>
        ) : null}
        {receipt && scan.state !== 'undone' ? (
          <Link to={`/admin/card-cartons?open=${receipt.carton.id}`}>{t('cartons.scan.missing')}</Link>
        ) : null}
      </span>
    </li>
  );
}
