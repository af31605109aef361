import { formatMoney } from './format.ts';

/** A price: whole yuan without decimals, otherwise with two. */
export const formatPrice = (fen: number): string => formatMoney(fen, { decimals: fen % 100 === 0 ? 0 : 2 });
