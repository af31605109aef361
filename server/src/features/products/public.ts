export { canBuy, isSold, onSaleWith, readOffer } from './on-sale.ts';
export { takeOffer, takeSnapshot } from './take-snapshot.ts';
