import { useQuery } from '@tanstack/react-query';
import { toDataURL } from 'qrcode';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import cartonWords from 'virtual:locale/cartons';
import type { Carton } from '@kaike/shared/contracts/cards/card-cartons';
import * as cardCartons from '@kaike/shared/contracts/cards/card-cartons';
import { cartonState } from '@kaike/shared/domain/cards/carton-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Button, Empty, Skeleton } from '../../../kit/widgets.ts';
import css from './cartons/cartons.module.css';

type Cartons = ResponseOf<typeof cardCartons.listBatchCartons>;

/** Labels of one group: twenty sheets of A4, small enough for any printer. */
const perGroup = 160;
const perSheet = 8;

function useQrCode(text: string): string | null {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void toDataURL(text, { margin: 0, scale: 6, errorCorrectionLevel: 'Q' }).then((url) => {
      if (!isGone) setPicture(url);
    });
    return () => {
      isGone = true;
    };
  }, [text]);
  return picture;
}

function Label({ carton, batch, total }: { carton: Carton; batch: Cartons['batch']; total: number }) {
  const t = cartonWords.useT();
  const code = carton.scan_code;
  const picture = useQrCode(code);
  return (
    <article className={css['label']}>
      <header>
        <strong>{batch.name}</strong>
        <span>{t('cartons.labels.place', { no: carton.carton_no, total })}</span>
      </header>
      <div>
        {picture ? <img src={picture} alt={code} /> : <span className={css['codePlace']} />}
        <dl>
          <dt>{t('cartons.labels.product')}</dt>
          <dd>{batch.title}</dd>
          <dt>{t('cartons.labels.batch')}</dt>
          <dd>{batch.batch_no}</dd>
          <dt>{t('cartons.labels.range')}</dt>
          <dd className={css['serials']}>
            {carton.first_no}
            <br />
            {carton.last_no}
          </dd>
          <dt>{t('cartons.labels.count')}</dt>
          <dd>{t('cartons.labels.cards', { count: formatNumber(carton.card_count) })}</dd>
          {batch.agency ? (
            <>
              <dt>{t('cartons.labels.to')}</dt>
              <dd>{batch.agency}</dd>
            </>
          ) : null}
        </dl>
      </div>
      <footer>
        <code>{code}</code>
        {batch.redeem_on_receipt ? <span>{t('cartons.labels.gate')}</span> : null}
      </footer>
    </article>
  );
}

function Sheets({ listed, group }: { listed: Cartons; group: number }) {
  const cartons = listed.cartons
    .filter((carton) => carton.state !== cartonState.voided)
    .slice(group * perGroup, (group + 1) * perGroup);
  const sheets = Array.from({ length: Math.ceil(cartons.length / perSheet) }, (_, index) =>
    cartons.slice(index * perSheet, (index + 1) * perSheet),
  );
  return (
    <div className={css['sheets']}>
      {sheets.map((labels) => (
        <div key={labels[0]?.id} className={css['a4']}>
          {labels.map((carton) => (
            <Label key={carton.id} carton={carton} batch={listed.batch} total={listed.cartons.length} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Labels of a batch's cartons, eight on a sheet; the browser prints them or saves them as PDF. */
export function CartonLabelsPage() {
  const t = cartonWords.useT();
  const id = Number(useParams()['id'] ?? 0);
  const [group, setGroup] = useState(0);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['card-cartons', 'of', id],
    queryFn: ({ signal }) => call(cardCartons.listBatchCartons, { params: { id }, signal, in_place: true }),
  });
  const last = data ? Math.max(1, Math.ceil(data.cartons.length / perGroup)) : 1;
  return (
    <>
      <div className={css['screen']}>
        <PageTitle
          title={data ? `${t('cartons.labels.title')} · ${data.batch.name}` : t('cartons.labels.title')}
          extra={<Link to={`/admin/card-batches?open=${id}`}>{t('cartons.labels.back')}</Link>}
        />
        {isError ? <LoadError error={error} retry={() => void refetch()} /> : null}
        {!data && !isError ? <Skeleton active /> : null}
        {data ? (
          <section className="kk-panel kk-padded">
            {data.cartons.length === 0 ? (
              <Empty description={t('cartons.labels.none')} />
            ) : (
              <>
                <p>{t('cartons.labels.hint')}</p>
                <div className="kk-buttons">
                  <Button type="primary" onClick={() => window.print()}>
                    {t('cartons.labels.print')}
                  </Button>
                  {last > 1 ? (
                    <Button disabled={group === 0} onClick={() => setGroup(group - 1)}>
                      {t('cartons.labels.prev')}
                    </Button>
                  ) : null}
                  {last > 1 ? (
                    <Button disabled={group >= last - 1} onClick={() => setGroup(group + 1)}>
                      {t('cartons.labels.next')}
                    </Button>
                  ) : null}
                  <span role="status">
                    {t('cartons.labels.group', { page: group + 1, last, count: data.cartons.length })}
                  </span>
                </div>
              </>
            )}
          </section>
        ) : null}
      </div>
      {data && data.cartons.length > 0 ? <Sheets listed={data} group={group} /> : null}
    </>
  );
}
