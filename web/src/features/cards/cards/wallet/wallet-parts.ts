import { lazy } from 'react';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';

/** A lazy component loaded together with its wording, so that it never shows keys. */
async function withWords<T>(load: () => Promise<T>): Promise<T> {
  const [part, { default: walletWords }] = await Promise.all([
    loadChunk(load),
    loadChunk(() => import('virtual:locale/card_wallet')),
  ]);
  await walletWords.load();
  return part;
}

/** The preview of a card; loaded while the server looks the card up. */
export const loadCardPreview = () => {
  // The card turns over as soon as it is there.
  import('../../../../ui/cover/drawn.ts').catch(() => undefined);
  return withWords(() => import('../card-preview.tsx'));
};
export const CardPreview = lazy(async () => ({ default: (await loadCardPreview()).CardPreview }));

/** The end of an activation; loaded while the preview is shown. */
export const loadCardDone = () => withWords(() => import('../card-done.tsx'));
export const CardDone = lazy(async () => ({ default: (await loadCardDone()).CardDone }));

/** Deferred parts of the card page, each in its own chunk. */
export const GiftOffer = lazy(async () => ({ default: (await withWords(() => import('./gift-offer.tsx'))).GiftOffer }));
export const ScanCode = lazy(async () => ({
  default: (await withWords(() => import('../entry/scan-code.tsx'))).ScanCode,
}));
export const WalletManage = lazy(async () => ({
  default: (await withWords(() => import('./wallet-manage.tsx'))).WalletManage,
}));
