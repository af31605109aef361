import { formatMoney } from '@kaike/shared/kit/format';
import { AppError } from '../../../core/app-error.ts';
import type { Values } from '../../../kit/behaviour.ts';

/** The list price is shown crossed out and must not be below the sale price; without a list price nothing is crossed out. */
export function checkPrices(values: Values): void {
  const [list, sale] = [Number(values['list_price'] ?? 0), Number(values['sale_price'] ?? 0)];
  if (list > 0 && sale > list)
    throw new AppError('price.above_list', {
      field: 'sale_price',
      params: { price: formatMoney(list, { decimals: 2 }) },
    });
}
