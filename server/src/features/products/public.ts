export { canBuy, onSaleWith, readOffer } from './on-sale.ts';
export { takeSnapshot } from './take-snapshot.ts';
