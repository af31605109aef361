import { lazy } from 'react';
import { loadChunk } from '../../app/load-chunk.ts';

/** A part with its words at hand, so that it never shows their names. */
async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [part, { walletWords }] = await Promise.all([loadChunk(load), loadChunk(() => import('./wallet-words.ts'))]);
  await walletWords.load();
  return part;
}

/** What a card opens; fetched while the server looks the card up. */
export const loadCardPreview = () => withWords(() => import('./card-preview.tsx'));
export const CardPreview = lazy(async () => ({ default: (await loadCardPreview()).CardPreview }));

/** The end of an activation; fetched while somebody looks at what the card opens. */
export const loadCardDone = () => withWords(() => import('./card-done.tsx'));
export const CardDone = lazy(async () => ({ default: (await loadCardDone()).CardDone }));

/** What comes late on the card page, each its own chunk. */
export const GiftOffer = lazy(async () => ({ default: (await withWords(() => import('./gift-offer.tsx'))).GiftOffer }));
export const ScanCode = lazy(async () => ({ default: (await withWords(() => import('./scan-code.tsx'))).ScanCode }));
export const WalletManage = lazy(async () => ({
  default: (await withWords(() => import('./wallet-manage.tsx'))).WalletManage,
}));
