import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import cartonWords from 'virtual:locale/cartons';
import type { Carton } from '@kaike/shared/contracts/cards/card-cartons';
import * as cardCartons from '@kaike/shared/contracts/cards/card-cartons';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import { cartonSize, cartonState, cartonStateChoices } from '@kaike/shared/domain/cards/carton-state';
import { formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../../api/client.ts';
import { useCan } from '../../../../app/session.ts';
import { toast } from '../../../../app/toasts.ts';
import { useT } from '../../../../app/wording.ts';
import { useForm } from '../../../../form/use-form.ts';
import { StatusTag } from '../../../../kit/fields/cells.tsx';
import { LoadError } from '../../../../kit/load-error.tsx';
import { Alert, Button, InputNumber, Skeleton } from '../../../../kit/widgets.ts';
import type { BatchRow } from '../batch.ts';
import css from '../batches.module.css';
import own from './cartons.module.css';

const sectionClass = [css['section'], own['cartons']].join(' ');

function Split({ batch, again, done }: { batch: BatchRow; again: boolean; done: () => void }) {
  const t = cartonWords.useT();
  const form = useForm(cardCartons.splitBatch.body, {
    initial: { size: cartonSize.usual as number },
    label: () => t('cartons.split.size'),
    prefix: 'carton-',
    onSubmit: async (body, keyOf) => {
      const { count } = await call(cardCartons.splitBatch, {
        params: { id: batch.id },
        body,
        headers: { 'X-Idempotency-Key': keyOf(body) },
      });
      toast('success', t('cartons.split.done', { count }));
      done();
    },
  });
  const { id, label, value: size, onChange } = form.bind('size');
  const isGood = Number.isInteger(size) && size >= cartonSize.least && size <= cartonSize.most;
  return (
    <form className="kk-buttons" noValidate onSubmit={form.onSubmit}>
      <label htmlFor={id}>{label}</label>
      <InputNumber
        id={id}
        min={cartonSize.least}
        max={cartonSize.most}
        precision={0}
        value={size}
        onChange={(value) => onChange(Number(value ?? 0))}
      />
      <Button htmlType="submit" loading={form.busy} disabled={!isGood}>
        {t(again ? 'cartons.split.again' : 'cartons.split.run')}
      </Button>
      <span className="kk-muted">
        {isGood
          ? t('cartons.split.makes', { count: Math.ceil(batch.quantity / size) })
          : t('cartons.split.bounds', { least: cartonSize.least, most: cartonSize.most })}
      </span>
    </form>
  );
}

function States({ batchId, cartons }: { batchId: number; cartons: readonly Carton[] }) {
  const t = useT();
  return (
    <ul className={css['counts']}>
      {cartonStateChoices.map((choice) => {
        const count = cartons.filter((carton) => carton.state === choice.value).length;
        return count === 0 ? null : (
          <li key={choice.key}>
            <Link
              to={`/admin/card-cartons?${new URLSearchParams({ 'where[batch_id]': String(batchId), 'where[state]': String(choice.value) }).toString()}`}
            >
              <b className="kk-number">{formatNumber(count)}</b>
              <StatusTag tone={choice.tone ?? 'default'}>
                {t(`resources.card-cartons.choices.state.${choice.key}`)}
              </StatusTag>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

function Gate({ isBare }: { isBare: boolean }) {
  const t = cartonWords.useT();
  return <Alert type={isBare ? 'warning' : 'info'} showIcon title={t(isBare ? 'cartons.gate_bare' : 'cartons.gate')} />;
}

function Ways({ batchId }: { batchId: number }) {
  const t = cartonWords.useT();
  const mayReceive = useCan('admin.card-cartons.receive');
  return (
    <div className="kk-buttons">
      <Link to={`/admin/card-batches/${batchId}/cartons`}>
        <Button tabIndex={-1}>{t('cartons.labels.open')}</Button>
      </Link>
      {mayReceive ? (
        <Link to="/admin/card-cartons/scan">
          <Button tabIndex={-1}>{t('cartons.scan.open')}</Button>
        </Link>
      ) : null}
    </div>
  );
}

/** The cartons of a batch: their state, their labels, and splitting the batch into them. */
export function BatchCartons({ batch }: { batch: BatchRow }) {
  const t = cartonWords.useT();
  const maySplit = useCan('admin.card-cartons.split');
  const client = useQueryClient();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['card-cartons', 'of', batch.id],
    queryFn: ({ signal }) => call(cardCartons.listBatchCartons, { params: { id: batch.id }, signal, in_place: true }),
  });
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { cartons } = data;
  const isWhole = batch.made_count === batch.quantity && batch.state !== batchState.voided;
  const isUntouched = cartons.every((carton) => carton.state === cartonState.packed);
  const isBare = cartons.length === 0;
  if (isBare && !maySplit && !data.batch.redeem_on_receipt) return null;
  return (
    <section className={sectionClass}>
      <h3>
        {t('cartons.title')}
        {isBare ? null : <span className="kk-muted">{t('cartons.count', { count: cartons.length })}</span>}
      </h3>
      {data.batch.redeem_on_receipt ? <Gate isBare={isBare} /> : null}
      <States batchId={batch.id} cartons={cartons} />
      {isBare ? <p className="kk-muted">{t('cartons.intro')}</p> : <Ways batchId={batch.id} />}
      {maySplit && isWhole && isUntouched ? (
        <Split
          batch={batch}
          again={!isBare}
          done={() => void client.invalidateQueries({ queryKey: ['card-cartons'] })}
        />
      ) : null}
    </section>
  );
}
