import type { VendorFetch } from './lines/vendor-lines.ts';
import { publicFetch, readPublicUrl } from './public-fetch.ts';

/** Calls to addresses that a person at the school entered. */
export type Outgoing = {
  fetch: VendorFetch;
  /** Throws an AdapterError for an address that may not be called. */
  check: (url: string) => void;
};

/** Public hosts by https only; where codes are shown, a receiver on the developer's own machine, too. */
export const createOutgoing = (isLocal: boolean): Outgoing =>
  isLocal ? { fetch, check: () => undefined } : { fetch: publicFetch, check: (url) => void readPublicUrl(url) };
