import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import printWords from 'virtual:locale/card_prints';
import * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import { parseLayout } from '@kaike/shared/domain/cards/faces/card-layout-read';
import { cardSize } from '@kaike/shared/domain/cards/faces/card-layout';
import { call } from '../../../api/client.ts';
import type { RequestKeys } from '../../../api/request-key.ts';
import { toast } from '../../../app/toasts.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Skeleton } from '../../../kit/widgets.ts';
import { fetchBatch, pollMs } from './batch.ts';
import css from './print-cards.module.css';
import { PrintFiles } from './prints/print-files.tsx';
import { PrintForm, type PrintOrder } from './prints/print-form.tsx';

const queryKeyOf = (id: number) => ['card-batches', 'prints', id] as const;

function usePrints(id: number) {
  return useQuery({
    queryKey: queryKeyOf(id),
    retry: false,
    queryFn: async ({ signal }) => {
      const [prints, batch] = await Promise.all([
        call(cardPrints.listPrints, { params: { id }, signal }),
        fetchBatch(id),
      ]);
      return { ...prints, batch };
    },
    refetchInterval: (query) =>
      query.state.data?.data.some((print) => print.state === cardPrints.printState.working) ? pollMs : false,
  });
}

/** Turns cards into print sheets or images: content and reason first, then the files. */
export function PrintCardsPage() {
  const t = printWords.useT();
  const id = Number(useParams()['id'] ?? 0);
  const queries = useQueryClient();
  const { data, isError, error, refetch } = usePrints(id);
  // A retry after a lost response repeats the same order; a new order gets a new key.
  const run = async (order: PrintOrder, keyOf: RequestKeys['keyOf']): Promise<void> => {
    await call(cardPrints.createPrint, { params: { id }, body: order, headers: { 'X-Idempotency-Key': keyOf(order) } });
    toast('success', t('card_prints.made'));
    await queries.invalidateQueries({ queryKey: queryKeyOf(id) });
  };
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const layout = parseLayout(data.layout) ?? cardSize;
  return (
    <div className={css['page']}>
      <PageTitle
        title={`${t('card_prints.title')} · ${data.batch.name}`}
        extra={<Link to={`/admin/card-batches?open=${id}`}>{t('card_prints.back')}</Link>}
      />
      <section className="kk-panel kk-padded">
        <p>
          {data.printable_count > 0 ? t('card_prints.intro', { count: data.printable_count }) : t('card_prints.none')}
        </p>
        {data.printable_count > 0 ? <PrintForm count={data.printable_count} card={layout} run={run} /> : null}
      </section>
      <PrintFiles prints={data.data} batchNo={data.batch.batch_no} />
    </div>
  );
}
