import { formatPrice } from '@kaike/shared/kit/format-price';
import { useT } from '../../../../app/wording.ts';
import css from './orders.module.css';

/** Price and original price. */
export function Price({ sale_price: sale, list_price: list }: { sale_price: number; list_price: number }) {
  const t = useT();
  return (
    <span className={css['price']}>
      <b>{sale === 0 ? t('orders.free') : formatPrice(sale)}</b>
      {list > sale ? (
        <s>
          <span className="visually-hidden">{t('orders.list_price')}</span>
          {formatPrice(list)}
        </s>
      ) : null}
    </span>
  );
}
