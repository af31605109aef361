export { canBuy, isSold, onSaleWith, loadOffer } from './on-sale.ts';
export { createOfferSnapshot, createSnapshot } from './create-snapshot.ts';
