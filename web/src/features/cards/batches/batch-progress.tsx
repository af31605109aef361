import { useEffect, useState } from 'react';
import type { Translate } from '@kaike/shared/kit/wording';
import { useT } from '../../../app/wording.ts';
import { Progress } from '../../../kit/widgets.ts';
import type { BatchRow } from './batch.ts';
import css from './batches.module.css';

type Point = { at: number; madeCount: number };

function timeLeft(t: Translate, start: Point | null, batch: BatchRow): string | null {
  const madeSince = start ? batch.made_count - start.madeCount : 0;
  if (!start || madeSince <= 0) return null;
  const seconds = ((Date.now() - start.at) / 1000 / madeSince) * (batch.quantity - batch.made_count);
  const time =
    seconds < 90
      ? t('card_batches.seconds', { count: Math.max(1, Math.round(seconds)) })
      : t('card_batches.minutes', { count: Math.round(seconds / 60) });
  return t('card_batches.progress_left', { time });
}

/** Progress of creating the cards, with the time left at the pace since the page was opened. */
export function BatchProgress({ batch }: { batch: BatchRow }) {
  const t = useT();
  const [start, setStart] = useState<Point | null>(null);
  useEffect(() => {
    setStart((old) => old ?? { at: Date.now(), madeCount: batch.made_count });
  }, [batch.made_count]);
  const text = t('card_batches.progress', {
    made: batch.made_count.toLocaleString(),
    total: batch.quantity.toLocaleString(),
  });
  return (
    <div className={css['progress']}>
      <Progress percent={Math.floor((batch.made_count / batch.quantity) * 100)} status="active" aria-label={text} />
      <p role="status">
        {text} <span className="kk-muted">{timeLeft(t, start, batch)}</span>
      </p>
    </div>
  );
}

/** The same in a table cell. */
export function MadeCell({ batch }: { batch: BatchRow }) {
  const isMaking = batch.made_count < batch.quantity;
  const share = Math.floor((batch.made_count / batch.quantity) * 100);
  return (
    <span className={css['made']}>
      <span className="kk-number">{batch.made_count.toLocaleString()}</span>
      {isMaking ? (
        <span className={css['track']} role="progressbar" aria-valuenow={share} aria-valuemin={0} aria-valuemax={100}>
          <span style={{ width: `${share}%` }} />
        </span>
      ) : null}
    </span>
  );
}
