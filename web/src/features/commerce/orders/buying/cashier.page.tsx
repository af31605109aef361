import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import payWords from 'virtual:locale/payment';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, EmptyState, Skeleton, Tag } from '../../../../ui/parts.tsx';
import css from './orders.module.css';
import { useCashier } from './orders.queries.ts';

const actions = ['pay', 'pay_twice', 'pay_silently', 'cancel'] as const;
type Action = (typeof actions)[number];

/** A test cashier that takes no money: only in `local` and `testing`, on the server’s own machine. */
export function CashierPage() {
  const t = payWords.useT();
  useTitle(t('orders.cashier.title'));
  const navigate = useNavigate();
  const tradeNo = useParams()['trade_no'] ?? '';
  const { data, isError } = useCashier(tradeNo);
  const [busy, setBusy] = useState<Action | null>(null);
  if (isError) return <EmptyState heading="h1" icon="search" title={t('orders.cashier.gone')} />;
  if (!data) return <Skeleton height={240} />;
  const use = async (action: Action): Promise<void> => {
    setBusy(action);
    try {
      const { order_id: id } = await call(payOrders.payAtCashier, { params: { trade_no: tradeNo }, body: { action } });
      void navigate(`/home/pay-orders/${id}?channel=sandbox&out_trade_no=${tradeNo}`, { replace: true });
    } catch (error) {
      setBusy(null);
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    }
  };
  return (
    <div className={css['cashier']}>
      <Card className={css['state'] ?? ''}>
        <div className={css['stateHead']}>
          <h1>{t('orders.cashier.title')}</h1>
          <Tag tone="warning">{t('orders.cashier.play')}</Tag>
        </div>
        <p>{data.title}</p>
        <p className={css['amount']}>{formatPrice(data.amount)}</p>
        {actions.map((action) => (
          <Button
            key={action}
            look={action === 'pay' ? 'primary' : 'plain'}
            block
            busy={busy === action}
            disabled={busy !== null}
            onClick={() => void use(action)}
          >
            {t(`orders.cashier.${action}`)}
          </Button>
        ))}
      </Card>
    </div>
  );
}
