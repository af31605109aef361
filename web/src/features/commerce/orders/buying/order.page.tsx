import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import payWords from 'virtual:locale/payment';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus, orderStatusChoices, payChannels } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { useDates } from '../../../../app/dates.ts';
import { call } from '../../../../api/client.ts';
import { isNotFound } from '../../../../api/fetch-by-id.ts';
import { BackLink } from '../../../../app/components/back-link.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { loadMenu } from '../../../../app/menu.ts';
import { loadUser, useSession } from '../../../../app/session.ts';
import { HelpWays } from '../../../../app/components/help-ways.tsx';
import { useTitle } from '../../../../app/use-title.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Card, EmptyState, Skeleton } from '../../../../ui/parts.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderTag } from './order-tag.tsx';
import css from './orders.module.css';
import { ordersKey, useMyOrder } from './orders.queries.ts';

const PayOrder = lazy(async () => {
  const [module] = await Promise.all([import('./pay-order.tsx'), payWords.load()]);
  return { default: module.PayOrder };
});

const OrderDone = lazy(async () => ({ default: (await import('./order-done.tsx')).OrderDone }));

type OrderDetail = ResponseOf<typeof payOrders.getMyOrder>;

/** Returned from the channel: checks the payment once. */
function useCheckOnReturn(id: number): void {
  const [params, setParams] = useSearchParams();
  const client = useQueryClient();
  const tradeNo = params.get('out_trade_no');
  const channel = payChannels.find((one) => one === params.get('channel'));
  useEffect(() => {
    if (!tradeNo || !channel) return;
    const settle = (): void => {
      void client.invalidateQueries({ queryKey: [...ordersKey, id] });
      setParams({}, { replace: true });
    };
    void call(payOrders.syncOrder, { params: { type: channel }, query: { out_trade_no: tradeNo }, quiet: true }).then(
      settle,
      settle,
    );
  }, [tradeNo, channel, client, id, setParams]);
}

/** Whether the order was opened while this page was looking, which is worth a page of its own; until the reader goes on. */
function useJustOpened(order: OrderDetail['order'] | undefined): [boolean, () => void] {
  const [params] = useSearchParams();
  const [isAwaited, setAwaited] = useState(params.has('out_trade_no'));
  const isWaiting = order !== undefined && (order.can_pay || order.status === orderStatus.paid);
  if (isWaiting && !isAwaited) setAwaited(true);
  return [isAwaited && order?.status === orderStatus.delivered, () => setAwaited(false)];
}

/** The first purchase opens the member's area. */
function useUnlockMemberArea(status: number | undefined): void {
  const isActivated = useSession((state) => state.user?.member?.is_activated ?? true);
  useEffect(() => {
    if (status === orderStatus.delivered && !isActivated) void Promise.all([loadUser(true), loadMenu(true)]);
  }, [status, isActivated]);
}

function Facts({ order }: { order: OrderDetail['order'] }) {
  const dates = useDates();
  const t = payWords.useT();
  const time = (moment: string | null): string | null => (moment ? dates.minute(moment) : null);
  const facts: [string, string | null][] = [
    ['order_no', order.order_no],
    ['created_at', time(order.created_at)],
    ['paid_at', time(order.paid_at)],
    ['channel', order.channel ? t(`orders.channels.${order.channel}`) : null],
    ['refund_reason', order.refund_reason || null],
    ['refund_answer', order.refund_answer || null],
  ];
  return (
    <dl className={css['facts']}>
      {facts.map(([key, value]) =>
        value === null ? null : (
          <div key={key}>
            <dt>{t(`orders.fields.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Each part of the payment that went back or is on its way. */
function Refunds({ order }: { order: OrderDetail['order'] }) {
  const dates = useDates();
  const t = payWords.useT();
  if (order.refunds.length === 0) return null;
  return (
    <Card>
      <h2 className={css['sectionTitle']}>{t('orders.refunds')}</h2>
      <ul className={css['lines']}>
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            <span>
              {formatPrice(refund.amount)} {t(`orders.refund_states.${refund.state}`)}
              {refund.manual ? ` · ${t('orders.refund_by_hand')}` : ''}
            </span>
            <time className={css['lineEnd']} dateTime={refund.done_at ?? refund.created_at}>
              {dates.minute(refund.done_at ?? refund.created_at)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function History({ history }: Pick<OrderDetail, 'history'>) {
  const dates = useDates();
  const t = payWords.useT();
  const nameOf = (status: number): string => orderStatusChoices.find(({ value }) => value === status)?.key ?? 'pending';
  return (
    <details className={css['history']}>
      <summary>{t('orders.history')}</summary>
      <ol>
        {history.map((step) => (
          <li key={step.created_at + step.action}>
            <span>{t(`orders.status.${nameOf(step.to_status)}`)}</span>
            <time dateTime={step.created_at}>{dates.minute(step.created_at)}</time>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Bought({ order }: { order: OrderDetail['order'] }) {
  const dates = useDates();
  const t = payWords.useT();
  return (
    <Card>
      <h2 className={css['sectionTitle']}>{t('orders.included')}</h2>
      <ul className={css['lines']}>
        {order.courses.map((course) => (
          <li key={course.id}>
            {course.is_open ? (
              <Link to={`/home/courses/${course.id}`}>{course.title}</Link>
            ) : (
              <span>{course.title}</span>
            )}
            <span className={css['lineEnd']}>
              {course.is_open
                ? course.end_at
                  ? t('orders.until', { day: dates.day(course.end_at) })
                  : t('orders.forever')
                : null}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Order({ detail, reload }: { detail: OrderDetail; reload: () => void }) {
  const t = payWords.useT();
  const { order } = detail;
  const note = orderStatusChoices.find(({ value }) => value === order.status)?.key ?? 'pending';
  return (
    <div className={`${css['page']} ${css['one']}`}>
      <BackLink to="/home/pay-orders">{t('orders.mine')}</BackLink>
      <Card className={css['state'] ?? ''}>
        <div className={css['stateHead']}>
          <h1>{order.title}</h1>
          <OrderTag status={order.status} />
        </div>
        <p className={css['amount']}>{formatPrice(order.payable)}</p>
        <p className={css['quiet']} role="status">
          {t(`orders.notes.${note}`)}
        </p>
        {order.refund_amount > 0 ? (
          <p className={css['quiet']}>
            {t('orders.notes.part', {
              refunded: formatPrice(order.refund_amount),
              paid: formatPrice(order.payable),
            })}
          </p>
        ) : null}
        {order.can_pay ? (
          <Suspense fallback={<Skeleton height={160} />}>
            <PayOrder detail={detail} reload={reload} />
          </Suspense>
        ) : null}
        {order.status === orderStatus.delivered ? (
          <Link
            className={buttonClass('primary', true)}
            to={order.courses[0] ? `/home/courses/${order.courses[0].id}` : '/home/index'}
          >
            {t('orders.learn')}
          </Link>
        ) : null}
        {order.status === orderStatus.closed ? (
          <Link className={buttonClass('primary', true)} to={`/home/products/${order.product_id}`}>
            {t('orders.again')}
          </Link>
        ) : null}
        <OrderActions order={order} reload={reload} />
        <HelpWays topic="orders" />
      </Card>
      <Bought order={order} />
      <Refunds order={order} />
      <Card>
        <Facts order={order} />
        <History history={detail.history} />
      </Card>
    </div>
  );
}

/** One order: its state and the next action. */
export function OrderPage() {
  const t = payWords.useT();
  const id = Number(useParams()['id']);
  useCheckOnReturn(id);
  const { data, isError, error, refetch } = useMyOrder(id);
  useUnlockMemberArea(data?.order.status);
  const [isJustOpened, showDetails] = useJustOpened(data?.order);
  useTitle(data ? `${t('orders.one')} · ${data.order.title}` : t('orders.one'));
  if (isError && !data) {
    return isNotFound(error) ? (
      <EmptyState
        heading="h1"
        icon="search"
        title={t('orders.gone')}
        action={
          <Link className={buttonClass('primary')} to="/home/pay-orders">
            {t('orders.mine')}
          </Link>
        }
      />
    ) : (
      <LoadFailure error={error} retry={() => void refetch()} />
    );
  }
  if (!data)
    return (
      <div className={`${css['page']} ${css['one']}`} aria-busy="true">
        <Skeleton height={220} />
        <Skeleton height={120} />
      </div>
    );
  if (isJustOpened)
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <OrderDone order={data.order} onDetails={showDetails} />
      </Suspense>
    );
  return <Order detail={data} reload={() => void refetch()} />;
}
