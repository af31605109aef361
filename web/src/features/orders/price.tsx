import { formatMoney } from '@kaike/shared/kit/format';
import { useT } from '../../app/wording.ts';
import css from './orders.module.css';

/** Whole yuan without decimals, else both of them. */
export const money = (fen: number): string => formatMoney(fen, { decimals: fen % 100 === 0 ? 0 : 2 });

/** What it costs, and what it cost. */
export function Price({ sale_price: sale, list_price: list }: { sale_price: number; list_price: number }) {
  const t = useT();
  return (
    <span className={css['price']}>
      <b>{sale === 0 ? t('orders.free') : money(sale)}</b>
      {list > sale ? <s><span className="visually-hidden">{t('orders.list_price')}</span>{money(list)}</s> : null}
    </span>
  );
}
