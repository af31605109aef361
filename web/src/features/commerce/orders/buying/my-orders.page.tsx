import { Link, useSearchParams } from 'react-router';
import { orderStatus, type OrderStatus } from '@kaike/shared/domain/commerce/order-status';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { useDates } from '../../../../app/dates.ts';
import { BackLink } from '../../../../app/components/back-link.tsx';
import { BookCover } from '../../../../app/components/book-cover.tsx';
import { MoreRows } from '../../../../app/components/paged-list.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../../app/use-title.ts';
import { useT } from '../../../../app/wording.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState, PageHeader, Skeleton, Tabs } from '../../../../ui/parts.tsx';
import css from './orders.module.css';
import { useMyOrders } from './orders.queries.ts';
import { OrderTag } from './order-tag.tsx';

const shownStatuses = ['all', 'pending', 'delivered', 'refunding', 'refunded', 'closed'] as const;
type OrderFilter = (typeof shownStatuses)[number];
const statusOf: Record<OrderFilter, OrderStatus | null> = {
  all: null,
  pending: orderStatus.pending,
  delivered: orderStatus.delivered,
  refunding: orderStatus.refunding,
  refunded: orderStatus.refunded,
  closed: orderStatus.closed,
};

/** The member's orders, newest first. */
export function MyOrdersPage() {
  const t = useT();
  const dates = useDates();
  useTitle(t('orders.mine'));
  const [params, setParams] = useSearchParams();
  const filter = shownStatuses.find((key) => key === params.get('show')) ?? 'all';
  const list = useMyOrders(statusOf[filter]);
  const { data, isError, error, refetch } = list;
  const orders = data?.pages.flatMap((page) => page.orders);
  return (
    <>
      <BackLink to="/home/personage/index">{t('pages.personage')}</BackLink>
      <PageHeader
        title={t('orders.mine')}
        extra={
          <Link className={buttonClass('ghost')} to="/home/products">
            {t('orders.to_shop')}
          </Link>
        }
      />
      <Tabs
        tabs={shownStatuses.map((key) => ({ key, label: t(key === 'all' ? 'common.all' : `orders.status.${key}`) }))}
        active={filter}
        label={t('orders.mine')}
        onChange={(key) => setParams(key === 'all' ? {} : { show: key }, { replace: true })}
      />
      {isError && !orders ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!orders && !isError ? (
        <div className={css['page']} aria-busy="true">
          <Skeleton height={104} />
          <Skeleton height={104} />
        </div>
      ) : null}
      {orders?.length === 0 && filter !== 'all' ? (
        <EmptyState
          icon="file-text"
          title={t('orders.none_here')}
          action={<Button onClick={() => setParams({}, { replace: true })}>{t('orders.show_all')}</Button>}
        />
      ) : null}
      {orders?.length === 0 && filter === 'all' ? (
        <EmptyState
          icon="file-text"
          title={t('orders.empty')}
          text={t('orders.empty_text')}
          action={
            <Link className={buttonClass('primary')} to="/home/products">
              {t('orders.to_shop')}
            </Link>
          }
        />
      ) : null}
      <div className={css['page']}>
        <ul className={css['orders']}>
          {orders?.map((order) => (
            <li key={order.id}>
              <Link to={`/home/pay-orders/${order.id}`} className={css['order']}>
                <BookCover title={order.title} cover={order.cover} />
                <span className={css['productText']}>
                  <strong>{order.title}</strong>
                  <span className={css['quiet']}>{dates.minute(order.created_at)}</span>
                  <span className={css['orderFoot']}>
                    <b>{formatPrice(order.payable)}</b>
                    <OrderTag status={order.status} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <MoreRows list={list} />
      </div>
    </>
  );
}
