import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { formatSpan } from '@kaike/shared/kit/format';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { useDates } from '../../../../app/dates.ts';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/client.ts';
import { isNotFound } from '../../../../api/fetch-by-id.ts';
import { BackLink } from '../../../../app/components/back-link.tsx';
import { BookCover } from '../../../../app/components/book-cover.tsx';
import { HelpWays } from '../../../../app/components/help-ways.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { toast } from '../../../../app/toasts.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { useLocale, useT } from '../../../../app/wording.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Card, EmptyState, Skeleton, Tag } from '../../../../ui/parts.tsx';
import css from './orders.module.css';
import { useProduct } from './orders.queries.ts';
import { Price } from './price.tsx';

type ProductDetail = ResponseOf<typeof payOrders.getProduct>;

function Courses({ detail }: { detail: ProductDetail }) {
  const dates = useDates();
  const t = useT();
  const locale = useLocale();
  const until = ({ end_at: end }: ProductDetail['courses'][number]): string =>
    end ? t('orders.until', { day: dates.day(end) }) : t('orders.forever');
  return (
    <Card>
      <h2 className={css['sectionTitle']}>{t('orders.included')}</h2>
      <ul className={css['lines']}>
        {detail.courses.map((course) => (
          <li key={course.id}>
            <span>
              <strong>{course.title}</strong>
              <span className={css['quiet']}>
                {t('orders.lessons', { count: course.lesson_count })} · {formatSpan(course.duration_sec, locale)}
              </span>
            </span>
            <span className={css['lineEnd']}>
              {detail.refusal ? null : until(course)}
              {course.effect === 'extend' ? (
                <Tag tone="primary">{t('orders.extends')}</Tag>
              ) : course.effect === 'none' ? (
                <Tag>{t('orders.owned')}</Tag>
              ) : null}
            </span>
          </li>
        ))}
        {detail.product.ai_seconds > 0 ? (
          <li>
            <strong>{t('orders.ai')}</strong>
            <span className={css['lineEnd']}>{formatSpan(detail.product.ai_seconds, locale)}</span>
          </li>
        ) : null}
      </ul>
    </Card>
  );
}

/** Creates the order and goes to its payment; pressing twice creates one order. */
function Buy({ detail }: { detail: ProductDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const { product, refusal, order_id: pending, channels } = detail;
  if (refusal)
    return (
      <p className={css['refusal']} role="status">
        {refusal}
      </p>
    );
  if (channels.length === 0 && product.sale_price > 0)
    return (
      <p className={css['refusal']} role="status">
        {t('orders.no_channel')}
      </p>
    );
  if (pending !== null)
    return (
      <Link className={buttonClass('primary', true)} to={`/home/pay-orders/${pending}`}>
        {t('orders.go_on_paying')}
      </Link>
    );
  const buy = async (): Promise<void> => {
    setBusy(true);
    try {
      const order = await call(payOrders.createOrder, {
        body: { product_id: product.id },
        headers: { 'X-Idempotency-Key': key },
      });
      if (order.status === orderStatus.delivered) toast('success', t('orders.opened'));
      void navigate(`/home/pay-orders/${order.id}`);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && !error.handled) toast('error', error.message);
    }
  };
  return (
    <Button look="primary" block busy={busy} onClick={() => void buy()}>
      {product.sale_price === 0 ? t('orders.get') : t('orders.buy', { price: formatPrice(product.sale_price) })}
    </Button>
  );
}

/** One product: content, end of access and price. */
export function ProductPage() {
  const t = useT();
  const id = Number(useParams()['id']);
  const { data, isError, error, refetch } = useProduct(id);
  useTitle(data?.product.title ?? t('orders.shop'));
  if (isError && !data) {
    return isNotFound(error) ? (
      <EmptyState
        heading="h1"
        icon="search"
        title={t('orders.product_gone')}
        text={t('orders.product_gone_text')}
        action={
          <Link className={buttonClass('primary')} to="/home/products">
            {t('orders.to_shop')}
          </Link>
        }
      />
    ) : (
      <LoadFailure error={error} retry={() => void refetch()} />
    );
  }
  if (!data)
    return (
      <div className={css['page']} aria-busy="true">
        <Skeleton height={200} />
        <Skeleton height={160} />
      </div>
    );
  const { product } = data;
  return (
    <div className={`${css['page']} ${css['withAct']}`}>
      <BackLink to="/home/products">{t('orders.shop')}</BackLink>
      <Card className={css['hero'] ?? ''}>
        <BookCover title={product.title} cover={product.cover} eager />
        <div className={css['heroText']}>
          <h1>{product.title}</h1>
          {product.intro ? <p>{product.intro}</p> : null}
          <Price {...product} />
          <p className={css['quiet']}>
            {product.refund_days > 0
              ? t('orders.refund_rule', { days: product.refund_days })
              : t('orders.no_refund_rule')}
          </p>
          <div className={css['act']} data-bar="">
            <Buy detail={data} />
          </div>
        </div>
      </Card>
      <Courses detail={data} />
      <div className={css['help']}>
        <HelpWays topic="orders" />
      </div>
    </div>
  );
}
