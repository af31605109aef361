import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import type { PluginDeps } from '../plugin-adapters.ts';
import type { SourceText } from './port.ts';

/** A translation service with the school's account. */
export type TranslationVendor = {
  name: string;
  model: string;
  /** Differs when anything about the account does. */
  account: string;
  /** The Chinese, and the vendor's id of the call. Throws an `AdapterError` when there is none. */
  translate: (source: SourceText) => Promise<{ text: string; id: string }>;
};

export type TranslationVendorDeps = VendorClientDeps &
  PluginDeps & {
    clock: () => Date;
    nonce: () => string;
    /** Milliseconds for one call. */
    timeout_ms: number;
  };

/** What every vendor calls Simplified Chinese. */
export const chinese = 'zh';
