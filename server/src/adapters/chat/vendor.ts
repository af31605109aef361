import type { CompatibleDeps } from '../compatible/call-compatible.ts';
import type { ChatPrompt } from './port.ts';

export type TokenCounts = { tokens_in: number; tokens_out: number };

/** What a vendor streams. `end` comes last and once. */
export type VendorPiece =
  | { text: string }
  | {
      end: 'stop' | 'length' | 'blocked';
      /** As the vendor counts them; null when it did not say. */
      tokens: TokenCounts | null;
      /** The vendor's id of the call. */
      id: string;
    };

/** A prompt with everything a vendor needs; an empty model is the account's. */
export type ChatRequest = Required<{ [K in keyof ChatPrompt]: NonNullable<ChatPrompt[K]> }>;

/** A chat service with the school's account. */
export type ChatVendor = {
  name: string;
  model: string;
  /** Differs when anything about the account does. */
  account: string;
  /** Throws an `AdapterError` unless the reply came to its end. */
  stream: (prompt: ChatRequest, signal: AbortSignal) => AsyncIterable<VendorPiece>;
};

export type ChatVendorDeps = CompatibleDeps;
