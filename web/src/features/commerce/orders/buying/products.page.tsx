import { Link } from 'react-router';
import { formatSpan } from '@kaike/shared/kit/format';
import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { BookCover } from '../../../../app/components/book-cover.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useTitle } from '../../../../app/use-title.ts';
import { useLocale, useT } from '../../../../app/wording.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState, PageHeader, Skeleton } from '../../../../ui/parts.tsx';
import css from './orders.module.css';
import { useProducts } from './orders.queries.ts';
import { Price } from './price.tsx';

type Product = ResponseOf<typeof payOrders.listProducts>['products'][number];
const skeletons = [1, 2, 3];

function ProductCard({ product }: { product: Product }) {
  const t = useT();
  const locale = useLocale();
  const parts = [
    product.course_count > 0 ? t('orders.courses', { count: product.course_count }) : '',
    product.ai_seconds > 0 ? t('orders.ai_time', { time: formatSpan(product.ai_seconds, locale) }) : '',
  ].filter(Boolean);
  return (
    <li>
      <Link to={`/home/products/${product.id}`} className={css['product']}>
        <BookCover title={product.title} cover={product.cover} facts={parts[0] ?? ''} />
        <span className={css['productText']}>
          <strong>{product.title}</strong>
          <span className={css['quiet']}>{parts.join(' · ')}</span>
          <Price {...product} />
        </span>
      </Link>
    </li>
  );
}

/** The products on sale. */
export function ProductsPage() {
  const t = useT();
  useTitle(t('orders.shop'));
  const { data, isError, error, refetch } = useProducts();
  return (
    <>
      <PageHeader
        title={t('orders.shop')}
        extra={
          <Link className={buttonClass('ghost')} to="/home/pay-orders">
            {t('orders.mine')}
          </Link>
        }
      />
      {isError && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!data && !isError ? (
        <div className={css['products']} aria-busy="true">
          {skeletons.map((key) => (
            <Skeleton key={key} height={112} />
          ))}
        </div>
      ) : null}
      {data?.length === 0 ? (
        <EmptyState
          icon="ticket"
          title={t('orders.shop_empty')}
          text={t('orders.shop_empty_text')}
          action={
            <Link className={buttonClass('primary')} to="/home/cards/use-card">
              {t('orders.use_card')}
            </Link>
          }
        />
      ) : null}
      {data && data.length > 0 ? (
        <ul className={css['products']}>
          {data.map((product) => (
            <ProductCard key={product.id} product={product} />
          ))}
        </ul>
      ) : null}
    </>
  );
}
