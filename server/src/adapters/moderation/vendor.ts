import type { CompatibleDeps } from '../compatible/call-compatible.ts';
import type { PluginDeps } from '../plugin-adapters.ts';
import type { Judgement, JudgedDirection } from './port.ts';

/** A moderation service with the school's account. */
export type ModerationVendor = {
  name: string;
  model: string;
  /** Differs when anything about the account does. */
  account: string;
  /** What it found, and its id of the call. Throws an `AdapterError` unless it says so clearly. */
  judge: (words: { text: string; direction: JudgedDirection }) => Promise<Judgement & { id: string }>;
};

export type ModerationVendorDeps = CompatibleDeps &
  PluginDeps & {
    clock: () => Date;
    nonce: () => string;
    /** Milliseconds for one call, further tries included. */
    timeout_ms: number;
  };
