import type { CompatibleDeps } from '../compatible/call-compatible.ts';

/** A speech service with the school's account. */
export type SpeechVendor = {
  name: string;
  model: string;
  /** Of teachers without a voice of their own. */
  voice: string;
  /** Differs when anything about the account does. */
  account: string;
  /** The sound in one piece, and the vendor's id of the call. Throws an `AdapterError` unless it is whole. */
  speak: (speech: { text: string; voice: string }) => Promise<{ bytes: Uint8Array; id: string }>;
};

export type SpeechVendorDeps = CompatibleDeps & {
  clock: () => Date;
  nonce: () => string;
  /** Milliseconds for one call. */
  timeout_ms: number;
};
