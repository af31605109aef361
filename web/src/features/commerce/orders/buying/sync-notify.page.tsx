import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import payWords from 'virtual:locale/payment';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Card, ErrorState } from '../../../../ui/parts.tsx';
import css from './orders.module.css';

/** The return page of the channel: queries the channel for the result, which the order shows. */
export function SyncNotifyPage() {
  const t = payWords.useT();
  const { type = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  useTitle(t('pages.sync_notify'));
  const checkPayment = useCallback(async () => {
    setFailed(false);
    try {
      // The full query: the channel has signed all of it.
      const query = Object.fromEntries(params) as { out_trade_no: string };
      const answer: ResponseOf<typeof payOrders.syncOrder> = await call(payOrders.syncOrder, {
        params: { type },
        query,
        quiet: true,
      });
      await navigate(`/home/pay-orders/${answer.order_id}`, { replace: true });
    } catch {
      setFailed(true);
    }
  }, [type, params, navigate]);
  useEffect(() => void checkPayment(), [checkPayment]);
  if (!failed)
    return (
      <div className={css['page']}>
        <Card>
          <p role="status" aria-busy="true">
            {t('payment.return.working')}
          </p>
        </Card>
      </div>
    );
  return (
    <div className={css['page']}>
      <ErrorState
        title={t('payment.return.failed')}
        text={t('payment.return.failed_text')}
        retryLabel={t('common.retry')}
        retry={() => void checkPayment()}
      />
      <Link className={buttonClass('ghost', true)} to="/home/pay-orders">
        {t('payment.return.to_orders')}
      </Link>
    </div>
  );
}
