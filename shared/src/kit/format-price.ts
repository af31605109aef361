import { formatMoney } from './format.ts';

/** What something costs: whole yuan without decimals, else both of them. */
export const formatPrice = (fen: number): string => formatMoney(fen, { decimals: fen % 100 === 0 ? 0 : 2 });
