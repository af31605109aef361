import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import storyWords from 'virtual:locale/order_story';
import * as payOrdersApi from '@kaike/shared/contracts/commerce/pay-orders';
import {
  orderActions,
  orderStatus,
  orderStatusChoices,
  refundStatus,
  refundStatusChoices,
  tradeStatusChoices,
} from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatDateTime, formatMoney } from '@kaike/shared/kit/format';
import type { payOrders } from '@kaike/shared/resources/commerce/pay-orders';
import { call } from '../../../api/client.ts';
import { useT } from '../../../app/wording.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import type { PanelProps, ResourceView, ShownRowOf, ToolbarProps } from '../../../kit/resource-view.ts';
import { Alert, Button } from '../../../kit/widgets.ts';
import css from './orders.module.css';

type Row = ShownRowOf<typeof payOrders>;
type OrderHistory = ResponseOf<typeof payOrdersApi.getOrderHistory>;

const money = (fen: number): string => formatMoney(fen, { decimals: 2 });
const keyOf = (choices: readonly { value: unknown; key: string }[], value: number): string =>
  choices.find((choice) => choice.value === value)?.key ?? String(value);
const pollMs = 3000;

/** Whether what happened says which state followed; a declined refund does not, nor does a partial one. */
const saysState = ({ action, to_status: status }: OrderHistory['history'][number]): boolean =>
  Object.entries(orderActions).some(([name, { to }]) => name === action && to === status);

/** The channel has not answered a refund yet. */
const isRefunding = (story: OrderHistory | undefined): boolean =>
  story?.refunds.some((refund) => refund.status === refundStatus.processing) ?? false;

/** The history of one order: status changes, payment attempts and refunds. */
function Story({ row, reload }: { row: Row; reload: () => void }) {
  const t = storyWords.useT();
  const words = (key: string): string => t(`order_story.${key}`);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['pay-orders', 'story', row.id, row.version],
    queryFn: ({ signal }) => call(payOrdersApi.getOrderHistory, { params: { id: row.id }, signal, in_place: true }),
    // The channel responds after the dialog has closed.
    refetchInterval: (query) => (isRefunding(query.state.data) ? pollMs : false),
  });
  const isWaiting = isRefunding(data);
  const wasWaiting = useRef(false);
  useEffect(() => {
    // The order has another state now, which its record and its list do not know yet.
    if (wasWaiting.current && !isWaiting) reload();
    wasWaiting.current = isWaiting;
  }, [isWaiting, reload]);
  if (isError) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <div className="kk-loading" aria-busy="true" />;
  const answerOf = (answer: string): string => {
    const text = t(`order_story.answers.${answer}`);
    return text.startsWith('order_story.') ? answer : text;
  };
  const last = data.refunds.toSorted((a, b) => b.id - a.id)[0];
  const failed = row.status === orderStatus.refunding && last?.status === refundStatus.failed ? last : null;
  const status = (value: number): string =>
    t(`resources.pay-orders.choices.status.${keyOf(orderStatusChoices, value)}`);
  return (
    <>
      {failed ? (
        <Alert type="error" showIcon title={t('order_story.refund_failed', { answer: answerOf(failed.answer) })} />
      ) : null}
      <h3>{words('history')}</h3>
      <ol className={css['steps']}>
        {data.history.map((step) => (
          <li key={step.id}>
            <time dateTime={step.created_at}>{formatDateTime(step.created_at)}</time>
            <span>
              {t(`order_story.steps.${step.action}`)}
              {saysState(step) ? '' : ` · ${status(step.to_status)}`}
              {step.operator ? ` · ${step.operator}` : ''}
              {step.remark ? (
                <span className="kk-muted">
                  {' '}
                  {t(`order_story.remarks.${step.remark}`).startsWith('order_story.')
                    ? step.remark
                    : t(`order_story.remarks.${step.remark}`)}
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      <h3>{words('trades')}</h3>
      {data.trades.length === 0 ? (
        <p className="kk-muted">{words('no_trades')}</p>
      ) : (
        <ul className={css['list']}>
          {data.trades.map((trade) => (
            <li key={trade.id}>
              <b>{money(trade.amount)}</b> {t(`resources.pay-orders.choices.channel.${trade.channel}`)} ·{' '}
              {t(`order_story.trade.${keyOf(tradeStatusChoices, trade.status)}`)}
              <span className="kk-muted">
                {trade.trade_no}
                {trade.channel_trade_no ? ` → ${trade.channel_trade_no}` : ''} ·{' '}
                {t('order_story.notices', { count: trade.notify_count })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {data.refunds.length > 0 ? (
        <>
          <h3>{words('refunds')}</h3>
          {row.refund_amount > 0 ? (
            <p>{t('order_story.refund_of', { refunded: money(row.refund_amount), paid: money(row.payable) })}</p>
          ) : null}
          <ul className={css['list']}>
            {data.refunds.map((refund) => (
              <li key={refund.id}>
                <b>{money(refund.amount)}</b> {t(`order_story.refund.${keyOf(refundStatusChoices, refund.status)}`)}
                {refund.manual ? ` · ${words('manual')}` : ''}
                {refund.access === 'revoke' ? ` · ${words('took_away')}` : ''}
                {refund.operator ? ` · ${refund.operator}` : ''}
                <span className="kk-muted">
                  {formatDateTime(refund.done_at ?? refund.created_at)} · {refund.refund_no}
                  {refund.channel_refund_no ? ` → ${refund.channel_refund_no}` : ''} ·{' '}
                  {t(`order_story.remarks.${refund.reason}`).startsWith('order_story.')
                    ? refund.reason
                    : t(`order_story.remarks.${refund.reason}`)}
                  {refund.answer ? ` → ${answerOf(refund.answer)}` : ''}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function StoryPart({ row, reload }: PanelProps<typeof payOrders>) {
  return (
    <div className={css['story']}>
      <Story row={row} reload={reload} />
    </div>
  );
}

function Toolbar({ permissions }: ToolbarProps) {
  const t = useT();
  const navigate = useNavigate();
  return permissions.includes('reconcile') ? (
    <Button onClick={() => void navigate('/admin/pay-orders/reconcile')}>
      {t('resources.pay-orders.actions.reconcile')}
    </Button>
  ) : null;
}

export const resourceView: ResourceView<typeof payOrders> = {
  overview: StoryPart,
  toolbar: Toolbar,
  poll: (rows) => (rows.some((row) => row.refund_state === 'processing') ? pollMs : false),
};
