import type { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { cardState, cardStateChoices } from '@kaike/shared/domain/cards/card-state';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import { termMode } from '@kaike/shared/domain/commerce/product-status';
import { formatDateTime, formatNumber } from '@kaike/shared/kit/format';
import type { Translate } from '@kaike/shared/kit/wording';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useCan } from '../../../app/session.ts';
import { useT } from '../../../app/wording.ts';
import { StatusTag } from '../../../kit/fields/cells.tsx';
import type { PanelProps } from '../../../kit/resource-view.ts';
import { Alert } from '../../../kit/widgets.ts';
import { fetchBatch, isBusy, pollMs, type BatchRow } from './batch.ts';
import { BatchProgress } from './batch-progress.tsx';
import { BatchSecrets } from './batch-secrets.tsx';
import css from './batches.module.css';

const BatchCartons = lazy(async () => ({
  default: (await loadChunk(() => import('./cartons/batch-cartons.tsx'))).BatchCartons,
}));
const BatchResults = lazy(async () => ({
  default: (await loadChunk(() => import('./batch-results.tsx'))).BatchResults,
}));

function termText(t: Translate, snapshot: ProductSnapshot): string {
  const { term_mode: mode, term_value: count, fixed_end_at: date } = snapshot;
  const key = {
    [termMode.days]: 'days',
    [termMode.months]: 'months',
    [termMode.fixed_end]: 'fixed_end',
    [termMode.permanent]: 'permanent',
  }[mode];
  return t(`card_batches.term.${key}`, { count, date: date ?? '' });
}

/** Cards by state; each number links to them. */
function Counts({ batch }: { batch: BatchRow }) {
  const t = useT();
  const states = batch.states ?? [];
  const activated = states.find((one) => one.state === cardState.activated)?.count ?? 0;
  const percent = batch.made_count > 0 ? Math.round((activated / batch.made_count) * 100) : 0;
  if (states.length === 0) return null;
  return (
    <section className={css['section']}>
      <h3>
        {t('card_batches.counts')} <span className="kk-muted">{t('card_batches.stock_percent', { percent })}</span>
      </h3>
      <ul className={css['counts']}>
        {cardStateChoices.flatMap((choice) =>
          states
            .filter((one) => one.state === choice.value)
            .map((one) => (
              <li key={choice.key}>
                <Link
                  to={`/admin/cards?${new URLSearchParams({ 'where[batch_id]': String(batch.id), 'where[state]': String(choice.value) }).toString()}`}
                >
                  <b className="kk-number">{formatNumber(one.count)}</b>
                  <StatusTag tone={choice.tone ?? 'default'}>
                    {t(`resources.cards.choices.state.${choice.key}`)}
                  </StatusTag>
                </Link>
              </li>
            )),
        )}
      </ul>
    </section>
  );
}

/** From when until when its cards can be redeemed, in one phrase for each of the four cases. */
function redeemText(t: Translate, { redeem_start_at: from, redeem_end_at: until }: BatchRow): string {
  const minute = (moment: string): string => formatDateTime(moment).slice(0, 16);
  const name = from && until ? 'between' : from ? 'from' : until ? 'until' : 'always';
  return t(`card_batches.redeem.${name}`, { from: from ? minute(from) : '', until: until ? minute(until) : '' });
}

function Sells({ batch }: { batch: BatchRow }) {
  const t = useT();
  const snapshot = batch.product_snapshot;
  if (!snapshot) return null;
  return (
    <section className={css['section']}>
      <h3>
        {t('card_batches.sells')} <span className="kk-muted">{t('card_batches.frozen_note')}</span>
      </h3>
      <p>
        <b>{snapshot.title}</b> · {termText(t, snapshot)}
        {snapshot.ai_seconds > 0 ? ` · ${t('card_batches.ai', { minutes: Math.floor(snapshot.ai_seconds / 60) })}` : ''}
      </p>
      {snapshot.courses.length > 0 ? (
        <p className="kk-muted">
          {t('card_batches.courses', {
            count: snapshot.courses.length,
            titles: snapshot.courses.map((course) => course.title).join(t('card_batches.separator')),
          })}
        </p>
      ) : null}
      <p className="kk-muted">{redeemText(t, batch)}</p>
    </section>
  );
}

/** What a batch's overview shows besides its figures: progress, card states, what it sells, and its secrets. */
export function BatchPanel({ row, permissions, reload }: PanelProps<typeof cardBatches>) {
  const t = useT();
  const seesCartons = useCan('admin.card-cartons.list');
  const { data } = useQuery({
    queryKey: ['card-batches', 'watch', row.id],
    initialData: row as BatchRow,
    staleTime: 0,
    queryFn: () => fetchBatch(row.id),
    refetchInterval: (query) => (query.state.data && isBusy(query.state.data) ? pollMs : false),
  });
  const busy = isBusy(data);
  const isBehind = isBusy(row) && !busy;
  useEffect(() => {
    if (isBehind) reload();
  }, [isBehind, reload]);
  return (
    <div className={css['panel']}>
      {data.made_count < data.quantity && busy ? <BatchProgress batch={data} /> : null}
      {data.moving ? <Alert type="info" showIcon title={t(`card_batches.moving.${data.moving}`)} /> : null}
      <Counts batch={data} />
      <Sells batch={data} />
      {permissions.includes('export-secrets') ? <BatchSecrets batch={data} /> : null}
      {data.made_count > 0 ? (
        <Suspense fallback={null}>
          <BatchResults id={data.id} />
        </Suspense>
      ) : null}
      {seesCartons && data.made_count > 0 ? (
        <Suspense fallback={null}>
          <BatchCartons batch={data} />
        </Suspense>
      ) : null}
    </div>
  );
}
