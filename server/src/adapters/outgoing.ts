import type { Network, VendorFetch } from './http-client/vendor-clients.ts';
import { assertReachable, publicFetch } from './public-fetch.ts';

/** Calls to addresses that a person at the school entered. */
export type OutgoingDeps = {
  fetch: VendorFetch;
  /** Throws an AdapterError `config_invalid` for an address that would not be called, with the reason `https_only` or `private_address`. */
  check: (url: string, network?: Network) => void;
};

/** Public hosts by https only; where codes are shown, a receiver on the developer's own machine, too. */
export const createOutgoing = (isLocal: boolean): OutgoingDeps =>
  isLocal ? { fetch, check: () => undefined } : { fetch: publicFetch, check: assertReachable };
